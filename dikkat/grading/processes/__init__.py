"""The fork server, which both sides are forked from, and its client."""
