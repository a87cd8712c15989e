using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class LineReaderTests
{
    [Fact]
    public void LineReader_AnyChunking_SplitsLikeTheFramework()
    {
        var random = new Random(7);
        for (var round = 0; round < 300; round++)
        {
            var text = RandomText(random);
            var expected = ExpectedLines(text);
            var lines = Read(new LineReader(new TricklingStream(Encoding.UTF8.GetBytes(text), round)));
            Assert.Equal(expected, lines);
        }
    }

    [Fact]
    public void LineReader_LineLongerThanTheBuffer_IsCutAndTheNextIsWhole()
    {
        var text = new string('x', (Limits.BlockBytes * 3) + 17) + "\nnext\n";
        var reader = new LineReader(new TricklingStream(Encoding.UTF8.GetBytes(text), 1, 5000));
        var lines = Read(reader);
        Assert.Equal(2, lines.Count);
        Assert.Equal("next", lines[1]);
        Assert.All(lines[0], character => Assert.Equal('x', character));
        Assert.Equal(1, reader.CutLines);
        Assert.Equal(2, reader.Number);
    }

    [Fact]
    public void LineReader_EndlessLine_TakesBoundedMemory()
    {
        var reader = new LineReader(new TricklingStream(new byte[Limits.BlockBytes * 4], 1, 70_000));
        Assert.True(reader.MoveNext());
        Assert.True(reader.Line.Length <= Limits.BlockBytes);
        Assert.False(reader.MoveNext());
    }

    [Fact]
    public void LineReader_LastLineWithoutAnEnd_IsMarked()
    {
        var reader = new LineReader(new MemoryStream("a\nb"u8.ToArray()));
        Assert.True(reader.MoveNext());
        Assert.False(reader.Torn);
        Assert.True(reader.MoveNext());
        Assert.True(reader.Torn);
        Assert.False(reader.MoveNext());
        Assert.Equal(2, reader.Number);
    }

    [Fact]
    public void LineReader_Failure_KeepsWhatWasReadBefore()
    {
        var reader = new LineReader(new TricklingStream("a\nb\nc"u8.ToArray(), 3, failure: new InvalidDataException("broken")));
        Assert.Equal(["a", "b", "c"], Read(reader));
        Assert.IsType<InvalidDataException>(reader.Failure);
    }

    private static List<string> Read(LineReader reader)
    {
        var lines = new List<string>();
        while (reader.MoveNext()) lines.Add(Encoding.UTF8.GetString(reader.Line));
        return lines;
    }

    private static string RandomText(Random random)
    {
        var text = new StringBuilder();
        for (var i = random.Next(0, 40); i > 0; i--) text.Append(random.Next(4) switch { 0 => "\n", 1 => "\r\n", 2 => "é[gc]", _ => "ab" });
        return text.ToString();
    }

    private static List<string> ExpectedLines(string text)
    {
        var lines = text.Split('\n').ToList();
        if (lines[^1].Length == 0) lines.RemoveAt(lines.Count - 1);
        return [.. lines.Select((line, index) => line.EndsWith('\r') ? line[..^1] : line)];
    }
}
