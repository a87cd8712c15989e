namespace Unpause.Recordings;

/// <summary>An error that the user can correct. The message says what is wrong, where, and what to type instead.</summary>
public sealed class UserMistake(string message) : Exception(message);
