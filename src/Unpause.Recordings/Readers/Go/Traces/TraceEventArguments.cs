namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>How many arguments the events within batches have (internal/trace/tracev2/events.go, the table of specs).</summary>
internal static class TraceEventArguments
{
    /// <summary>The most that an event has.</summary>
    public const int Most = 5;

    private const int Experimental = 128;

    // By number, from None to EndOfGeneration; 0 for events that are not in a batch of events.
    private static ReadOnlySpan<byte> Usual =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 1, 4, 3, 4, 2, 3, 1, 1, 3, 3, 4, 3, 1, 1, 4,
        3, 1, 2, 3, 2, 2, 2, 3, 2, 2, 1, 2, 2, 2, 5, 3, 4, 4, 5, 3, 3, 4, 5, 0, 0, 0, 0,
    ];

    // Spans, objects and stacks of the allocfree experiment, from 128 on.
    private static ReadOnlySpan<byte> Experiments => [4, 4, 2, 3, 3, 2, 3, 3, 2];

    /// <summary>The number; 0 for an event that is unknown, or not allowed there.</summary>
    public static int Of(byte number) => number < Usual.Length ? Usual[number]
        : number >= Experimental && number - Experimental < Experiments.Length ? Experiments[number - Experimental] : 0;
}
