"""From a submission to a notebook that can be run. Untrusted input; nothing is run."""
