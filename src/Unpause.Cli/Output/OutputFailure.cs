namespace Unpause.Cli.Output;

/// <summary>
/// An output that could be opened but not written completely, for example on a full disk. The message names the output and the reason.
/// </summary>
internal sealed class OutputFailure(string message) : Exception(message)
{
    /// <summary>The output of that name failed for that reason.</summary>
    public static OutputFailure Create(string name, Exception exception) =>
        new($"{name} cannot be written: {OutputFault.Reason(exception)}");
}
