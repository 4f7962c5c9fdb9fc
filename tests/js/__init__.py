"""The pages' scripts, unit by unit, in node's own test runner."""
