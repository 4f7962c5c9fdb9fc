"""What a browser is given: templates, styles, scripts, art and words. Data, no decisions."""
