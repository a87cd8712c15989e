namespace Unpause.Cli;

/// <summary>Something that the user must change: one sentence that says what, where, and what to type instead.</summary>
internal sealed class UserMistake(string message) : Exception(message);
