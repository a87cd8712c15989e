namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Reads Go's execution traces (runtime/trace, /debug/pprof/trace, go test -trace, flight recorder) of Go 1.11 to 1.26, without Go's tools:
/// stops of the world with what they were for, collections, mark assists, what goroutines waited for, and requests (net/http and tasks)
/// with what their time went into.
/// </summary>
internal sealed class GoTraceReader : IRecordingReader
{
    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether the bytes begin as an execution trace does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => GoTraceHeader.Read(block) is not null;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var input = new TraceInput(stream);
        Span<byte> head = stackalloc byte[GoTraceHeader.Length];
        if (GoTraceHeader.Read(head[..input.Take(head)]) is not { } header) return [];
        if (!header.IsKnown)
        {
            Fault = $"is an execution trace of Go 1.{header.Minor}; unpause reads those of Go 1.11 to 1.26";
            return [];
        }

        List<string> listed = [];
        var names = new NameTable(listed);
        var program = new TracedProgram(context.Files, listed) { Versions = header.Versions };
        if (header.HasGenerations) ReadGenerations(input, header, program, names, context);
        else ReadTable(input, header, program, names, context);
        var recording = program.Finish();
        if (recording is null) Fault ??= "is an execution trace without events";
        return recording is null ? [] : [recording];
    }

    private void ReadGenerations(TraceInput input, GoTraceHeader header, TracedProgram program, NameTable names, ReadContext context)
    {
        var generation = new TraceGeneration(names);
        var generations = new TraceGenerations(input, header, generation);
        var merge = new TraceMerge(generation, program, names);
        context.Memory.Watch(() => program.MemoryBytes + generation.MemoryBytes);
        var reported = true;
        while (generations.MoveNext())
        {
            reported &= generation.HasFrequency;
            merge.Run();
        }

        var coverage = program.Coverage;
        if (generations.Count > 0 && !reported)
        {
            coverage.Add("The trace is truncated before its clock frequency: "
                + "64 ns per tick are assumed, which is right on almost every system.");
        }

        if (generations.IsCut)
        {
            coverage.Add(
                "The trace is truncated: events up to that point were read, names of the last part may be missing"
                + $"{(generations.Fault is { } fault ? $" ({fault})" : "")}.",
                unreadable: true);
        }
        else if (generations.Fault is { } wrong)
        {
            coverage.Add($"Reading stopped after {Quantities.Bytes(input.Taken)}: {wrong}.", unreadable: true);
            Fault = $"is an execution trace that cannot be read: {wrong}";
        }

        if (merge.Fault is { } broken) coverage.Add($"The trace is damaged: {broken}.", unreadable: true);
        if (merge.OutOfTurn > 0)
            coverage.Add($"{Quantities.Count(merge.OutOfTurn, "event")} came out of order: what was before them is missing.");
    }

    private static void ReadTable(
        TraceInput input, GoTraceHeader header, TracedProgram program, NameTable names, ReadContext context)
    {
        var table = new OldTraceTable(input, names);
        context.Memory.Watch(() => program.MemoryBytes + table.MemoryBytes);
        table.Read();
        var merge = new OldTraceMerge(table, header.Minor, program, names);
        merge.Run();
        if (table.Frequency is null)
        {
            program.Coverage.Add(
                "The trace is truncated before its clock frequency: durations in it are unknown."
                + $"{(table.Fault is { } fault ? $" ({fault})" : "")}",
                unreadable: true);
        }
        else if (table.Fault is { } wrong)
        {
            program.Coverage.Add($"Reading stopped after {Quantities.Bytes(input.Taken)}: {wrong}.", unreadable: true);
        }

        if (merge.OutOfTurn > 0)
            program.Coverage.Add($"{Quantities.Count(merge.OutOfTurn, "event")} came out of order: what was before them is missing.");
    }
}

/// <summary>
/// The 16 bytes with which an execution trace begins: <c>go 1.22 trace</c> and zeros (internal/trace/version). The version is that in
/// which the format last changed, not the program's: 1.24 writes <c>go 1.23</c>.
/// </summary>
/// <param name="Minor">The number after <c>1.</c>.</param>
internal readonly record struct GoTraceHeader(int Minor)
{
    /// <summary>Bytes of the header.</summary>
    public const int Length = 16;

    /// <summary>The first version of each way to write them, and the last that is known.</summary>
    private const int OldFrom = 11, GenerationsFrom = 22, ClocksFrom = 25, EndsFrom = 26, Newest = 26;

    /// <summary>Whether events are in generations (1.22 and later), not in one table.</summary>
    public bool HasGenerations => Minor >= GenerationsFrom;

    /// <summary>Whether a generation's end is recorded.</summary>
    public bool HasGenerationEnds => Minor >= EndsFrom;

    /// <summary>Whether the version is one whose format is known.</summary>
    public bool IsKnown => Minor is >= OldFrom and <= Newest;

    /// <summary>The versions of Go that write it (internal/trace/version of Go 1.26).</summary>
    public string Versions => Minor switch
    {
        < 19 => Recordings.Words.GoSettings.TracesBeforeMemoryLimit,
        < 21 => "1.19–1.20",
        21 => "1.21",
        22 => "1.22",
        < ClocksFrom => "1.23–1.24",
        ClocksFrom => "1.25",
        _ => "1.26",
    };

    /// <summary>Reads it; null when the bytes are no such header.</summary>
    public static GoTraceHeader? Read(ReadOnlySpan<byte> block)
    {
        if (block.Length < Length || !block.StartsWith("go 1."u8)) return null;
        var rest = block[5..Length];
        var digits = rest.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (digits is < 1 or > 3 || !rest[digits..].StartsWith(" trace"u8)) return null;
        if (rest[(digits + 6)..].ContainsAnyExcept((byte)0)) return null;
        var minor = 0;
        foreach (var digit in rest[..digits]) minor = (minor * 10) + digit - '0';
        return new GoTraceHeader(minor);
    }
}
