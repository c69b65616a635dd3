// A page that only tells something.
