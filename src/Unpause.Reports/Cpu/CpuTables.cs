using Unpause.Recordings.Cpu;

namespace Unpause.Reports.Cpu;

/// <summary>CPU time by class as text cells, shared by all reports.</summary>
internal static class CpuTables
{
    /// <summary>Most classes in one line; the table has the others.</summary>
    private const int MostClasses = 4;

    /// <summary>Whether a process has only CPU samples.</summary>
    public static bool IsAll(ProcessDocument process) =>
        process is { CpuSamples: not null, Source.DurationMs: null, Collections.Count: 0, Stops: null };

    /// <summary>The collector's share with its largest classes, in one line.</summary>
    public static string Line(CpuSamplesDocument cpu) => cpu.CollectorSamples == 0 && NoSymbols(cpu) is { } nameless
        ? $"unknown: {Quantities.Percent(nameless.Percent)} of {PlainText.Clean(cpu.Basis)} could be in the collector but have no symbols"
        : $"{Share(cpu)} of {PlainText.Clean(cpu.Basis)}{Classes(cpu)}{Without(cpu)}";

    /// <summary>The same as a sentence of the verdict; null when the samples do not show it.</summary>
    public static string? Sentence(CpuSamplesDocument cpu)
    {
        if (cpu.CollectorSamples > 0) return $"The collector took {Share(cpu)} of the sampled CPU time{Classes(cpu)}{Without(cpu)}.";
        return NoSymbols(cpu) is { } nameless
            ? "The collector's share of CPU time is unknown: "
                + $"{Quantities.Percent(nameless.Percent)} of the samples could be in the collector but have no symbols."
            : "No CPU sample was taken in the collector.";
    }

    /// <summary>Further remarks, one line each.</summary>
    public static IEnumerable<string> Remarks(CpuSamplesDocument cpu)
    {
        foreach (var part in cpu.Parts)
        {
            var own = part.CollectorSamples == part.Samples ? ", all in the collector"
                : part.CollectorSamples > 0 ? $", {Quantities.Count(part.CollectorSamples)} of them in the collector" : "";
            yield return $"{PlainText.Clean(part.Name)} in {Quantities.Percent(part.Percent)} of the samples "
                + $"({Quantities.Count(part.Samples)}{own})";
        }

        if (cpu.UnsymbolizedSamples > 0)
        {
            yield return $"{Quantities.Percent(100.0 * cpu.UnsymbolizedSamples / cpu.Samples)} of the "
                + "samples have no named frame outside the kernel";
        }

        if (cpu.Filter is { } only)
        {
            yield return $"only stacks with {PlainText.Clean(only.Pattern)}: {Quantities.Count(only.Samples)} of "
                + $"{Quantities.Count(cpu.Samples)} samples ({Quantities.Percent(only.Percent)})";
        }

    }

    /// <summary>All classes, the most samples first.</summary>
    public static TextTable Table(CpuSamplesDocument? cpu) => new(
        ["CPU time in", "share", "samples", ""],
        [.. (cpu?.Classes ?? []).Select(row => (string[])
        [
            PlainText.Clean(row.Name),
            Quantities.Percent(row.Percent),
            Quantities.Count(row.Samples),
            row.IsGc ? "collector" : "",
        ])]);

    /// <summary>The share and class of a stack.</summary>
    public static string Place(CpuStackDocument stack, CpuSamplesDocument cpu) =>
        $"{Quantities.Percent(100.0 * stack.Samples / Math.Max(1, cpu.Samples))}, {PlainText.Clean(stack.Class)}";

    private static string Share(CpuSamplesDocument cpu) =>
        (NoSymbols(cpu) is null ? "" : "at least ") + Quantities.Percent(cpu.CollectorPercent);

    private static string Classes(CpuSamplesDocument cpu)
    {
        var rows = cpu.Classes.Where(row => row.IsGc).ToList();
        if (rows.Count == 0) return "";
        var reported = rows.Take(MostClasses).Select(row => $"{PlainText.Clean(row.Name)} {Quantities.Percent(row.Percent)}");
        return ": " + string.Join(", ", reported) + (rows.Count > MostClasses ? " and others" : "");
    }

    private static string Without(CpuSamplesDocument cpu) =>
        cpu.CollectorSamples > 0 && NoSymbols(cpu) is { } nameless ? $"; {Quantities.Percent(nameless.Percent)} have no symbols" : "";

    private static CpuClassDocument? NoSymbols(CpuSamplesDocument cpu) =>
        cpu.Classes.FirstOrDefault(row => row.Name == CpuSamples.NoSymbols);
}
