using System.Buffers;
using System.Text;
using Unpause.Recorder.Stderr;

namespace Unpause.Recorder.Tests;

public sealed class GcLineFilterTests
{
    private const string Line = "gc 77 @0.098s 8%: 0.010+0.11+0.001 ms clock, 0.021+0/0.038/0.088+0.002 ms cpu, 9->9->9 MB, 18 MB goal, 0 "
        + "MB stacks, 0 MB globals, 2 P (forced)\n";

    // The pieces in which Go 1.19 writes a line (strace of a real program).
    private static readonly string[] Pieces =
    [
        "gc ", "77", " @", "0.098", "s ", "8", "%: ", "0.010", "+", "0.11", "+", "0.001", " ms clock, ", "0.021", "+", "0", "/", "0.038",
        "/", "0.088", "+", "0.002", " ms cpu, ", "9", "->", "9", "->", "9", " MB, ", "18", " MB goal, ", "0", " MB stacks, ", "0",
        " MB globals, ", "2", " P", " (forced)", "\n",
    ];

    private readonly List<string> _lines = [];
    private readonly List<long> _times = [];

    [Fact]
    public void GcLineFilter_CutAnywhere_GivesTheSame()
    {
        var input = $"before{Line}prompt> {Line}{Line}gc is what?\ngc 1 @ gc gc {Line}g\n\0\xFF end gc";
        for (var cut = 0; cut <= 2 * input.Length; cut++)
        {
            var (at, chunksAreWrites) = (cut / 2, cut % 2 == 0);
            var (output, lines) = Filter([input[..at], input[at..]], chunksAreWrites);
            Assert.Equal("beforeprompt> gc is what?\ngc 1 @ gc gc g\n\0\xFF end gc", output);
            Assert.Equal([Line, Line, Line, Line], lines);
        }
    }

    [Fact]
    public void GcLineFilter_RandomChunks_GiveTheInputWithoutGcLines()
    {
        var random = new Random(20_240_611);
        string[] vocabulary =
        [
            "\n", "gcc 12\n", "log: ok\n", "2024/01/02 03:04:05 served\n", "\0\xFE\x80", "abg", "GC\n", new string('x', 5_000)
        ];
        for (var round = 0; round < 2_000; round++)
        {
            var input = new StringBuilder();
            var expected = new StringBuilder();
            var count = 0;
            for (var i = random.Next(12); i >= 0; i--)
            {
                if (random.Next(2) == 0)
                {
                    input.Append(Line);
                    count++;
                    continue;
                }

                var text = vocabulary[random.Next(vocabulary.Length)];
                input.Append(text);
                expected.Append(text);
            }

            var (output, lines) = Filter(Chunks(input.ToString(), random), chunksAreWrites: round % 2 == 0);
            Assert.Equal(expected.ToString(), output);
            Assert.Equal(count, lines.Count);
            Assert.All(lines, line => Assert.Equal(Line, line));
        }
    }

    [Fact]
    public void GcLineFilter_RandomBytes_PassUnchanged()
    {
        var random = new Random(7);
        for (var round = 0; round < 500; round++)
        {
            var input = string.Concat(Enumerable.Range(0, random.Next(400)).Select(_ => "gc 1@.s%:+ MBP\n"[random.Next(15)]));
            var (output, lines) = Filter(Chunks(input, random), chunksAreWrites: round % 2 == 0);
            Assert.Equal(input, output);
            Assert.Empty(lines);
        }
    }

    [Theory]
    [InlineData("hello\n")]
    [InlineData("2009/11/10 23:00:00 served\n")]
    [InlineData("{\"level\":\"info\"}\n")]
    public void GcLineFilter_WritesOfOthersBetweenPieces_ComeAfterTheLine(string other)
    {
        for (var at = 1; at < Pieces.Length; at++)
        {
            var (output, lines) = Filter([.. Pieces[..at], other, .. Pieces[at..], "next\n"]);
            Assert.Equal(other + "next\n", output);
            Assert.Equal([Line], lines);
        }
    }

    [Theory]
    [InlineData("hello\n")]
    [InlineData("{\"level\":\"info\"}\nhello\n")]
    [InlineData("2009/11/10 23:00:00 served\n")]
    public void GcLineFilter_WritesOfOthersInOneChunk_AreSeparatedOrUnchanged(string other)
    {
        var torn = 0;
        for (var at = 2; at < Pieces.Length; at++)
        {
            var whole = string.Concat(Pieces[..at]) + other + string.Concat(Pieces[at..]) + "next\n";
            for (var cut = 0; cut <= whole.Length; cut++)
            {
                var (output, lines) = Filter([whole[..cut], whole[cut..]], chunksAreWrites: false);
                Assert.Equal(lines.Count == 1 ? other + "next\n" : whole, output);
                Assert.All(lines, line => Assert.Equal(Line, line));
                if (lines.Count == 0 && cut == 0) torn++;
            }
        }

        Assert.InRange(torn, 0, char.IsAsciiDigit(other[0]) ? 9 : 0); // digits after digits can't be told apart
    }

    [Fact]
    public void GcLineFilter_OutputOfOthersDuringACutLine_PassesAtOnce()
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in Pieces[..10].Append("hello\n").Append("world\n")) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        Assert.Equal("hello\nworld\n", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.False(filter.IsHolding);
        foreach (var piece in Pieces[10..]) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        Assert.Equal("hello\nworld\n", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal([Line], _lines);
    }

    [Fact]
    public void GcLineFilter_BareStartThenSilence_IsReleasedInOrder()
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in (string[])["gc ", "done\n"]) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        Assert.Equal(0, output.WrittenCount);
        Assert.True(filter.IsHolding);
        Assert.Equal(GcLineFilter.PatienceMilliseconds, filter.Patience);
        filter.Release(output);
        Assert.Equal("gc done\n", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.False(filter.IsHolding);
    }

    [Fact]
    public void GcLineFilter_BareStartReleasedTooEarly_LeaksNothingElse()
    {
        var (output, lines) = (new ArrayBufferWriter<byte>(), _lines);
        var filter = NewFilter();
        filter.Push(Encoding.Latin1.GetBytes(Line), 0, output);
        filter.Push("gc "u8, 0, output);
        filter.Release(output);
        foreach (var piece in Pieces[1..]) filter.Push(Encoding.Latin1.GetBytes(piece is "77" ? "78" : piece), 0, output);
        Assert.Equal("gc ", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal([Line, Line.Replace("77", "78", StringComparison.Ordinal)], lines);
    }

    [Fact]
    public void GcLineFilter_LineOfDeadProcessBeforeAnother_IsCutAndTheOtherRecorded()
    {
        for (var at = 3; at < Pieces.Length; at++)
        {
            var cut = new List<string>();
            _lines.Clear();
            var filter = NewFilter(onCut: line => cut.Add(line));
            var output = new ArrayBufferWriter<byte>();
            foreach (var piece in (string[])[.. Pieces[..at], .. Pieces, "told\n", .. Pieces])
                filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
            filter.End(output);
            Assert.Equal("told\n", Encoding.Latin1.GetString(output.WrittenSpan));
            Assert.Equal([Line, Line], _lines);
            Assert.Equal([string.Concat(Pieces[..at]) + "\n"], cut);
        }
    }

    [Fact]
    public void GcLineFilter_StoppedProcessContinuesAfterAnotherLine_LeaksNothing()
    {
        for (var at = 3; at < Pieces.Length; at++)
        {
            var filter = NewFilter();
            var output = new ArrayBufferWriter<byte>();
            foreach (var piece in (string[])[.. Pieces[..at], .. Pieces, .. Pieces[at..], "told\n"])
                filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
            filter.End(output);
            Assert.Equal("told\n", Encoding.Latin1.GetString(output.WrittenSpan));
            // It is unknown which pieces belong to which line: neither is recorded.
            Assert.Equal(2, filter.Lines + filter.LinesCut);
        }
    }

    [Theory]
    [InlineData(true, "hello\n")]
    [InlineData(false, "hello\n")]
    public void GcLineFilter_LineCutByTheProgramsEnd_IsNotOutput(bool chunksAreWrites, string left)
    {
        var filter = new GcLineFilter((_, _) => { }, chunksAreWrites: chunksAreWrites);
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in Pieces[..10].Append("hello\n")) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        filter.End(output);
        Assert.Equal(left, Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal((0, 1), (filter.TornLines, filter.LinesCut));
        Assert.False(filter.IsHolding);
    }

    [Theory]
    [InlineData("gc ", "78", "")]
    [InlineData("gc ", "79", "gc 79")]
    [InlineData("gc ", "", "")]
    [InlineData("gc ", "1", "")]
    [InlineData("gc ", "took 3 ms\n", "gc took 3 ms\n")]
    [InlineData("gc ", "gc ", "gc gc ")]
    [InlineData("> gc ", "", "> gc ")]
    public void GcLineFilter_LineCutAfterItsNumber_IsRecognised(string start, string number, string left)
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in Pieces.Append("told\n").Append(start).Append(number)) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        filter.End(output);
        Assert.Equal($"told\n{left}", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal(left.Length > 0 ? 0 : 1, filter.LinesCut);
    }

    [Fact]
    public void GcLineFilter_FloodAfterACutLine_IsNotDelayed()
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in Pieces[..10]) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        for (var i = 0; i < 100; i++) filter.Push(new byte[4096], 0, output);
        Assert.Equal(100 * 4096, output.WrittenCount);
    }

    [Fact]
    public void GcLineFilter_LineInProgress_IsTheOnlyLongDelay()
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        filter.Push("password for g"u8, 0, output);
        Assert.Equal("password for ", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal(GcLineFilter.PatienceMilliseconds, filter.Patience);
        filter.Release(output);
        filter.Push("gc 1 @0.500s 3%: "u8, 0, output);
        Assert.Equal(GcLineFilter.PatienceInLineMilliseconds, filter.Patience);
    }

    [Fact]
    public void GcLineFilter_LinesEnabledByTheUser_StayAndAreRecorded()
    {
        var lines = new List<string>();
        var filter = new GcLineFilter((_, line) => lines.Add(Encoding.Latin1.GetString(line)), keepLines: true);
        var output = new ArrayBufferWriter<byte>();
        foreach (var piece in Pieces.Append("x\n")) filter.Push(Encoding.Latin1.GetBytes(piece), 0, output);
        Assert.False(filter.IsHolding);
        Assert.Equal(Line + "x\n", Encoding.Latin1.GetString(output.WrittenSpan));
        Assert.Equal([Line], lines);
    }

    [Theory]
    [InlineData("GC forced\n", "GC forced\n", 0)]
    [InlineData(Line + "GC forced\nx", "x", 2)]
    [InlineData(Line + "a\nGC forced\nx", "a\nx", 2)]
    [InlineData(Line + "my GC forced\nx", "my GC forced\nx", 1)]
    [InlineData(Line + "my GC forced\nGC forced\n", "my GC forced\n", 2)]
    public void GcLineFilter_ForcedLine_CountsOnlyAfterOthers(string input, string expected, int count)
    {
        var (output, lines) = Filter([input]);
        Assert.Equal(expected, output);
        Assert.Equal(count, lines.Count);
    }

    [Fact]
    public void GcLineFilter_Line_HasTheArrivalTimeOfItsFirstPiece()
    {
        var filter = NewFilter();
        var output = new ArrayBufferWriter<byte>();
        for (var i = 0; i < Pieces.Length; i++) filter.Push(Encoding.Latin1.GetBytes(Pieces[i]), 1_000 + i, output);
        Assert.Equal([1_000L], _times);
    }

    private static IEnumerable<string> Chunks(string input, Random random)
    {
        for (var start = 0; start < input.Length;)
        {
            var length = Math.Min(random.Next(1, random.Next(2) == 0 ? 8 : 5_000), input.Length - start);
            yield return input.Substring(start, length);
            start += length;
        }
    }

    private GcLineFilter NewFilter(bool chunksAreWrites = true, Action<string>? onCut = null) => new((time, line) =>
    {
        _lines.Add(Encoding.Latin1.GetString(line));
        _times.Add(time);
    }, chunksAreWrites: chunksAreWrites, onCutLine: (_, line) => onCut?.Invoke(Encoding.Latin1.GetString(line)));

    private (string Output, List<string> Lines) Filter(IEnumerable<string> chunks, bool chunksAreWrites = true)
    {
        _lines.Clear();
        var filter = NewFilter(chunksAreWrites);
        var output = new ArrayBufferWriter<byte>();
        foreach (var chunk in chunks) filter.Push(Encoding.Latin1.GetBytes(chunk), 0, output);
        if (filter.IsHolding) filter.Release(output);
        return (Encoding.Latin1.GetString(output.WrittenSpan), [.. _lines]);
    }
}
