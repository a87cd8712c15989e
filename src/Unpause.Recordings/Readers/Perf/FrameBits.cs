using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// What a name shows, a bit each: the rows of <see cref="CpuClassTable"/>, then the runtimes, then whether it is a name at all. A stack
/// shows what its frames show, so its bits are theirs put together.
/// </summary>
internal static class FrameBits
{
    private static readonly int FirstRuntime = CpuClassTable.Rows.Count;
    private static readonly int FirstCollector = FirstRuntime + CpuRuntime.All.Count;
    private static readonly int Others = FirstCollector + CpuRuntime.All.Count;

    /// <summary>A frame of the program that has a name.</summary>
    public static readonly ulong Named = 1UL << Others;

    /// <summary>A frame of the program that has none.</summary>
    public static readonly ulong Unnamed = 1UL << (Others + 1);

    /// <summary>A frame of the kernel.</summary>
    public static readonly ulong Kernel = 1UL << (Others + 2);

    /// <summary>The bits of all runtimes.</summary>
    public static readonly ulong Runtimes = ((1UL << CpuRuntime.All.Count) - 1) << FirstRuntime;

    /// <summary>The bit of a row of the table.</summary>
    public static ulong OfRow(int row) => 1UL << row;

    /// <summary>The bit that a frame is of a runtime.</summary>
    public static ulong OfRuntime(int runtime) => 1UL << (FirstRuntime + runtime);

    /// <summary>The bit of a frame without a name where a runtime's collector is.</summary>
    public static ulong OfNamelessCollector(int runtime) => 1UL << (FirstCollector + runtime);

    /// <summary>What a thread's name shows.</summary>
    public static ulong OfThread(ReadOnlySpan<char> name)
    {
        ulong bits = 0;
        for (var row = 0; row < CpuClassTable.Rows.Count; row++)
        {
            if (CpuClassTable.Rows[row].HasThread(name)) bits |= OfRow(row);
        }

        for (var runtime = 0; runtime < CpuRuntime.All.Count; runtime++)
        {
            if (CpuRuntime.Any(CpuRuntime.All[runtime].Threads, name)) bits |= OfRuntime(runtime);
        }

        return bits;
    }

    /// <summary>What a frame's name shows. One without a name is called <c>[unknown]</c>, <c>[unknown FILE]</c> or <c>[FILE]</c>.</summary>
    public static ulong OfFrame(ReadOnlySpan<char> name)
    {
        if (name.EndsWith(FrameGlob.KernelMark)) return Kernel | RowsOf(name[..^FrameGlob.KernelMark.Length], kernel: true);
        if (name is ['[', .., ']']) return Unnamed | OfNamelessIn(FileOf(name));
        var bits = Named | RowsOf(name, kernel: false) | RowsOf(name, kernel: true);
        for (var runtime = 0; runtime < CpuRuntime.All.Count; runtime++)
        {
            if (CpuRuntime.Any(CpuRuntime.All[runtime].Frames, name)) bits |= OfRuntime(runtime);
        }

        return bits;
    }

    /// <summary>The runtimes to which a frame in a file may belong.</summary>
    /// <param name="file">The file's name, without its folder.</param>
    public static ulong RuntimesOfFile(ReadOnlySpan<char> file)
    {
        ulong bits = 0;
        for (var runtime = 0; runtime < CpuRuntime.All.Count; runtime++)
        {
            if (CpuRuntime.Any(CpuRuntime.All[runtime].Collector, file)) bits |= OfRuntime(runtime);
        }

        return bits;
    }

    private static ulong OfNamelessIn(ReadOnlySpan<char> file)
    {
        ulong bits = 0;
        for (var runtime = 0; runtime < CpuRuntime.All.Count; runtime++)
        {
            if (CpuRuntime.Any(CpuRuntime.All[runtime].Collector, file)) bits |= OfRuntime(runtime) | OfNamelessCollector(runtime);
        }

        return bits;
    }

    private static ReadOnlySpan<char> FileOf(ReadOnlySpan<char> name)
    {
        var inner = name[1..^1];
        return inner.StartsWith("unknown") ? inner["unknown".Length..].TrimStart(' ') : inner;
    }

    private static ulong RowsOf(ReadOnlySpan<char> name, bool kernel)
    {
        ulong bits = 0;
        for (var row = 0; row < CpuClassTable.Rows.Count; row++)
        {
            if (CpuClassTable.Rows[row].Runtime is null == kernel && CpuClassTable.Rows[row].HasFrame(name)) bits |= OfRow(row);
        }

        return bits;
    }
}
