package till

// Version of this module.
const Version = "0.2.0"
