using Unpause.Recordings.Words;

namespace Unpause.Readers.Go;

/// <summary>Go: the lines that GODEBUG=gctrace=1 prints.</summary>
internal static class GoDescriptor
{
    /// <summary>The format's name in the contract.</summary>
    public const string Gctrace = "gctrace";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Go), [new(Gctrace, FormatEvidence.WholeLine, GctraceReader.Recognises, () => new GctraceReader())])
    {
        Inputs = "output with GODEBUG=gctrace=1",
    };
}
