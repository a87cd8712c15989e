using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>Puts a process's samples into classes, by its runtime's rows of <see cref="CpuClassTable"/>.</summary>
/// <param name="names">Names of frames and threads.</param>
internal sealed class SampleSummary(SampledProcess process, IReadOnlyList<string> names)
{
    private static readonly IReadOnlyList<CpuClassRow> Rows = CpuClassTable.Rows;

    // After the rows of the table.
    private static readonly string[] Rest = [CpuSamples.Application, CpuSamples.NoSymbols, CpuSamples.Kernel];

    private readonly int _runtime = process.Runtime is null ? -1 : CpuRuntime.All.ToList().IndexOf(process.Runtime);

    /// <summary>The samples in their classes.</summary>
    /// <param name="event">What was sampled; null or empty where it is not recorded.</param>
    public CpuSamples Finish(string? @event)
    {
        var samples = new long[Rows.Count + Rest.Length];
        var (all, inCollector) = (new long[Rows.Count], new long[Rows.Count]);
        long unnamed = 0;
        foreach (var thread in process.Threads)
        {
            foreach (var (bits, count) in thread.Kinds)
            {
                var place = PlaceOf(bits);
                samples[place] += count;
                if ((bits & FrameBits.Named) == 0) unnamed += count;
                for (var row = 0; row < Rows.Count; row++)
                {
                    if (!Rows[row].Across || !IsOwn(Rows[row]) || (bits & FrameBits.OfRow(row)) == 0) continue;
                    all[row] += count;
                    if (place < Rows.Count && Rows[place].Collector) inCollector[row] += count;
                }
            }
        }

        var places = Enumerable.Range(0, samples.Length).Where(place => samples[place] > 0).ToList();
        var classes = places.ConvertAll(place => new CpuClass(NameOf(place), samples[place], place < Rows.Count && Rows[place].Collector));
        var parts = Enumerable.Range(0, Rows.Count).Where(row => all[row] > samples[row])
            .Select(row => new CpuPart(Rows[row].Name, all[row], inCollector[row])).ToList();
        var trees = process.Threads.ConvertAll(thread => thread.Finish(names, bits => places.IndexOf(PlaceOf(bits))));
        return new CpuSamples(process.Samples, Basis(@event), Evidence(), classes, parts, trees)
        {
            Unnamed = unnamed,
        };
    }

    private static string NameOf(int place) => place < Rows.Count ? Rows[place].Name : Rest[place - Rows.Count];

    private bool IsOwn(CpuClassRow row) => row.Runtime is null || row.Runtime == process.Runtime?.Id;

    /// <summary>The first row that shows; else whether the application shows, or nothing that has a name.</summary>
    private int PlaceOf(ulong bits)
    {
        for (var row = 0; row < Rows.Count; row++)
        {
            if ((bits & FrameBits.OfRow(row)) != 0 && IsOwn(Rows[row])) return row;
        }

        // Of a runtime that isn't known, it isn't known where its collector would be.
        var nameless = _runtime < 0 ? FrameBits.Named | FrameBits.Unnamed : FrameBits.OfNamelessCollector(_runtime);
        var rest = (bits & nameless) != 0 ? CpuSamples.NoSymbols
            : (bits & FrameBits.Named) != 0 ? CpuSamples.Application
            : (bits & FrameBits.Unnamed) != 0 ? CpuSamples.NoSymbols : CpuSamples.Kernel;
        return Rows.Count + Array.IndexOf(Rest, rest);
    }

    private string Basis(string? @event) =>
        Quantities.Count(process.Samples, "sample") + (string.IsNullOrEmpty(@event) ? "" : $" of {@event}")
        + (Span() is { } span ? $" in {Quantities.Duration(span)}" : "");

    private string Evidence()
    {
        if (process.Runtime is not { } runtime) return "runtime unknown";
        var name = Runtimes.TraitsOf(runtime.Id).Name;
        return process.Evidence == 0
            ? $"{name} by the process name alone, {names[process.MainName]}"
            : $"{name} by frames, files or threads of {Quantities.Count(process.Evidence)} samples";
    }

    private long? Span()
    {
        var (first, last) = (process.Threads.Min(thread => thread.Times.First), process.Threads.Max(thread => thread.Times.Last));
        return last > first ? last - first : null;
    }
}
