using Unpause.Recordings.Cycles;

namespace Unpause.Recordings.Readers.Python;

/// <summary>CPython: the ring file of our agent, what gc.set_debug(gc.DEBUG_STATS) prints, and what programs log of collections.</summary>
internal static class PythonDescriptor
{
    /// <summary>The names of the formats in the contract.</summary>
    public const string Agent = "python-agent", Debug = "python-debug", Callback = "python-callback";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.CPython),
        [
            new(Agent, FormatEvidence.Magic, AgentReader.Recognises, () => new AgentReader()),
            // "%.4fs elapsed" (gcmodule.c, collect): to 0.1 ms.
            new(Debug, FormatEvidence.WholeLine, DebugReader.Recognises, () => new DebugReader()) { PauseStepNanoseconds = 100_000 },
            // LMCache "%.1fms", SGLang "%.4fs".
            new(Callback, FormatEvidence.LineShape, CallbackReader.Recognises, () => new CallbackReader())
            {
                PauseStepNanoseconds = 100_000,
            },
        ])
    {
        Inputs = "CPython recordings",
        Companions = () => new SnapshotsBesideRecordings(),
    };
}
