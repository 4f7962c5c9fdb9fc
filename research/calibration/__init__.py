"""Are beliefs calibrated? Claims about masks, measured against what the records tell."""
