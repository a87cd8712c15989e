using System.Buffers;
using System.Diagnostics;
using System.Text;
using Unpause.Recorder.Stderr;

namespace Unpause.Recorder.Tests;

/// <summary>Output that repeatedly looks like gctrace lines: the filter's time stays proportional to the bytes.</summary>
public sealed class GcLineWorstCasesTests
{
    private const int Bytes = 1024 * 1024, AllocatedForChunk = 1024;

    private const string Line = "gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 8 P\n";
    private const string Other = "gc 2 @0.014s 5%: 0.041+2.1+0.024 ms clock, 0.35+0.61/0.97/0.20+0.21 ms cpu, 5->5->1 MB, 6 MB goal, 8 P\n";

    /// <summary>Readers have a limit of one second per megabyte; a busy machine needs more.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>The repeated writes.</summary>
    private static readonly Dictionary<string, string[]> Patterns = new()
    {
        ["starts"] = ["gc 1 "],
        ["starts with a place"] = ["gc 1 @"],
        ["starts with digits"] = ["gc 1" + new string('1', 400)],
        ["starts of lines"] = ["gc 1 @\n"],
        ["starts and empty lines"] = ["gc 1 @0.1\n\n\n\n\n\n\n\n"],
        ["headers"] = ["gc 1 @0.013s 4%: "],
        ["headers of lines"] = ["gc 1 @0.013s 4%: \n\n"],
        ["lines without their ends"] = [Line.TrimEnd('\n')],
        ["almost lines"] = [Line.Replace("goal", "gaol", StringComparison.Ordinal)],
        ["torn lines"] = [Line[..20] + "hello\n" + Line[20..]],
        ["torn by long lines"] = [Line[..20] + new string('x', 2_000) + "\n" + Line[20..]],
        ["halves of two"] = [Line[..40], Other[..40], Line[40..], Other[40..]],
        ["halves of two in turn"] = [Line[..40], Other[..60], Line[40..], Other[60..]],
        ["first halves of two"] = [Line[..40], Other[..40]],
        ["first pieces"] = ["gc ", "1", " @", "gc ", "7", " @"],
        ["first pieces of many"] = [.. Enumerable.Range(2, 500).SelectMany(n => new[] { "gc ", $"{n}", " @" })],
        ["pieces that fit two"] = ["gc ", "1", " @", "gc ", "1", " @", "0.013", "s "],
        ["forced"] = ["GC forced!\n"],
        ["letters"] = ["g", "c"],
    };

    public static TheoryData<string, bool, int> Cases
    {
        get
        {
            var data = new TheoryData<string, bool, int>();
            foreach (var name in Patterns.Keys)
            {
                foreach (var chunk in new[] { 3, 14_000, 64 * 1024, Bytes }) data.Add(name, false, chunk);
                foreach (var chunk in new[] { 0, 1, 64 * 1024 }) data.Add(name, true, chunk);
            }

            return data;
        }
    }

    /// <param name="pattern">The repeated writes.</param>
    /// <param name="chunksAreWrites">Passed to the filter.</param>
    /// <param name="length">Bytes of each chunk; 0 for one chunk per write.</param>
    [Theory]
    [MemberData(nameof(Cases))]
    public void GcLineFilter_MegabyteOfStarts_TakesProportionalTimeAndMemory(string pattern, bool chunksAreWrites, int length)
    {
        var filter = new GcLineFilter((_, _) => { }, chunksAreWrites: chunksAreWrites);
        var output = new ArrayBufferWriter<byte>(Bytes);
        // Lines count as forced only after a complete one.
        filter.Push(Encoding.ASCII.GetBytes(Line), 1, output);
        ReadOnlyMemory<byte>[] chunks = [.. Chunks(Patterns[pattern], length)];
        var watch = Stopwatch.StartNew();
        var before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var chunk in chunks) filter.Push(chunk.Span, 1, output);
        filter.End(output);
        // A chunk may be copied once, with the line before it; a copy for each start in it would be quadratic.
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(allocated, 0, (4L * Bytes) + (AllocatedForChunk * (long)chunks.Length));
        Assert.True(watch.Elapsed < Longest, $"{watch.Elapsed}");
    }

    [Fact]
    public void GcLineFilter_MoreThan32InterruptedLines_GivesUpTheOldest()
    {
        var cut = new List<string>();
        var filter = new GcLineFilter((_, _) => { }, onCutLine: (_, line) => cut.Add(Encoding.ASCII.GetString(line)));
        var output = new ArrayBufferWriter<byte>();
        for (var number = 101; number <= 140; number++)
        {
            foreach (var piece in new[] { "gc ", $"{number}", " @" }) filter.Push(Encoding.ASCII.GetBytes(piece), 1, output);
        }

        // The last line is not interrupted, and the one before it was interrupted by its start.
        Assert.Equal(Enumerable.Range(101, 7).Select(number => $"gc {number} @\n"), cut);
        filter.End(output);
        Assert.Equal(40, filter.LinesCut);
        Assert.Equal(0, output.WrittenCount);
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Chunks(string[] pattern, int length)
    {
        var writes = pattern.Select(Encoding.ASCII.GetBytes).ToArray();
        var all = new byte[Bytes];
        for (int at = 0, i = 0; at < Bytes; i++)
        {
            var write = writes[i % writes.Length];
            var taken = Math.Min(write.Length, Bytes - at);
            write.AsSpan(0, taken).CopyTo(all.AsSpan(at));
            if (length == 0) yield return all.AsMemory(at, taken);
            at += taken;
        }

        for (var at = 0; length > 0 && at < Bytes; at += length) yield return all.AsMemory(at, Math.Min(length, Bytes - at));
    }
}
