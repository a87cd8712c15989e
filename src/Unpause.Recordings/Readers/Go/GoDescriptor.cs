using Unpause.Recordings.Readers.Go.Agent;
using Unpause.Recordings.Readers.Go.Profiles;
using Unpause.Recordings.Readers.Go.Traces;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Go: the lines that GODEBUG=gctrace=1 prints, stops that were seen from the kernel, execution traces, profiles of allocations, heap and
/// goroutines, joined where they are of one process, our agent's file, MemStats in JSON, and what gcpacertrace prints.
/// </summary>
internal static class GoDescriptor
{
    /// <summary>The names of the formats in the contract.</summary>
    public const string Gctrace = "gctrace", Stops = "go-stops", Trace = "go-trace", Profile = "pprof", Agent = "go-agent";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Go),
        [
            // "4->4->0 MB" cuts off what is no whole MiB (runtime/mgc.go, heap0>>20).
            new(Gctrace, FormatEvidence.WholeLine, GctraceReader.Recognises, () => new GctraceReader()) { HeapResolutionBytes = 1L << 20 },
            new(Trace, FormatEvidence.Magic, GoTraceReader.Recognises, () => new GoTraceReader()),
            new(Stops, FormatEvidence.Magic, StopsReader.Recognises, () => new StopsReader()),
            new(Profile, FormatEvidence.Magic, ProfileReader.Recognises, () => new ProfileReader()),
            new(Agent, FormatEvidence.Magic, GoAgentReader.Recognises, () => new GoAgentReader()),
            new(GoFormats.MemStats, FormatEvidence.WholeLine, MemStatsReader.Recognises, () => new MemStatsReader()),
            new(GoFormats.Pacer, FormatEvidence.LineShape, PacerReader.Recognises, () => new PacerReader()),
        ])
    {
        Inputs = "output with GODEBUG=gctrace=1, Go's MemStats as JSON, execution traces and pprof profiles",
        Join = recordings => ProfilesOfProcess.Join(LinesAndStops.Join(recordings)),
    };
}
