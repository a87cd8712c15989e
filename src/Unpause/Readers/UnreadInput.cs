namespace Unpause.Readers;

/// <summary>An input that gave no recording.</summary>
/// <param name="Name">As the user gave it.</param>
/// <param name="Reason">What is wrong with it, as a phrase.</param>
/// <param name="Fault">The kind of fault.</param>
public sealed record UnreadInput(string Name, string Reason, InputFault Fault);
