"""The page in the browser, and its API: what people see, and what they do."""
