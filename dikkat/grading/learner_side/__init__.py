"""The learner's side: hostile code runs here, in a sandbox. Nothing it says is trusted."""
