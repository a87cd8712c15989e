namespace Unpause.Cli;

/// <summary>
/// An output that could be opened but not written to its end, such as on a full disk: one sentence that says which and why.
/// </summary>
internal sealed class OutputFailure(string message) : Exception(message);
