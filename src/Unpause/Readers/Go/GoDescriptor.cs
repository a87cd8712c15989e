using Unpause.Readers.Go.Agent;
using Unpause.Recordings.Words;

namespace Unpause.Readers.Go;

/// <summary>
/// Go: the lines that GODEBUG=gctrace=1 prints, stops that were seen from the kernel, joined with the lines, and our agent's file.
/// </summary>
internal static class GoDescriptor
{
    /// <summary>The names of the formats in the contract.</summary>
    public const string Gctrace = "gctrace", Stops = "go-stops", Agent = "go-agent";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Go),
        [
            // "4->4->0 MB" cuts off what is no whole MiB (runtime/mgc.go, heap0>>20).
            new(Gctrace, FormatEvidence.WholeLine, GctraceReader.Recognises, () => new GctraceReader()) { HeapStepBytes = 1L << 20 },
            new(Stops, FormatEvidence.Magic, StopsReader.Recognises, () => new StopsReader()),
            new(Agent, FormatEvidence.Magic, GoAgentReader.Recognises, () => new GoAgentReader()),
        ])
    {
        Inputs = "output with GODEBUG=gctrace=1",
        Join = LinesAndStops.Join,
    };
}
