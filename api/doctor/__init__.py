"""`fairtable doctor`: looks at everything a server rests on, says how each is, and what to do where it is not
well. It changes nothing."""
