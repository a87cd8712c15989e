using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Tests.Readers.Perf;

/// <summary>Whatever the bytes: the same samples, or a note; no exception, and bounded memory.</summary>
public class PerfHostileTests
{
    private static readonly byte[] Real = PerfSample.Bytes("go-1.19");

    [Fact]
    public void PerfHostile_CutAtEveryByte_KeepsWholeSamples()
    {
        var bytes = Real.AsSpan(0, 6000).ToArray();
        for (var length = 0; length < bytes.Length; length++)
        {
            var recordings = PerfSample.Read(bytes[..length]);
            var whole = Encoding.UTF8.GetString(bytes, 0, length).Split("\n\n").Length - 1;
            var samples = recordings.Sum(one => one.CpuSamples!.Samples);
            Assert.InRange(samples, whole, whole + 1);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void PerfHostile_AnyChunking_GivesTheSameSamples(int seed)
    {
        var whole = PerfSample.Describe(PerfSample.Read(Real));
        Assert.Equal(whole, PerfSample.Describe(new PerfScriptReader().Read(new TricklingStream(Real, seed), new ReadContext(["x"]))));
        var crlf = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("\n", "\r\n", StringComparison.Ordinal));
        Assert.Equal(whole, PerfSample.Describe(PerfSample.Read(crlf)));
        Assert.Equal(whole, PerfSample.Describe(Samples.Of(Real)));
        var unindented = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("\t", "", StringComparison.Ordinal)
            .Replace("\n           ", "\n", StringComparison.Ordinal));
        Assert.Equal(whole, PerfSample.Describe(PerfSample.Read(unindented)));
    }

    [Fact]
    public void PerfHostile_DamagedBytes_DoNotThrow()
    {
        var bytes = Real.AsSpan(0, 60_000).ToArray();
        for (var seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            var damaged = (byte[])bytes.Clone();
            for (var i = random.Next(1, 200); i > 0; i--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            foreach (var recording in PerfSample.Read(damaged).Concat(Folded(damaged)))
            {
                Assert.Equal(recording.CpuSamples!.Samples, recording.CpuSamples.Classes.Sum(row => row.Samples));
            }
        }
    }

    [Fact]
    public void PerfHostile_EndlessFrame_IsBounded()
    {
        var text = new StringBuilder();
        for (var sample = 0; sample < 20; sample++)
        {
            text.Append("chat 1/1 1.0: cpu-clock:\n");
            for (var frame = 0; frame < 5_000; frame++)
                text.Append("\t1 f").Append(sample).Append('_').Append(frame).Append(" (/srv/chat)\n");
            text.Append("\t1 runtime.gcBgMarkWorker (/srv/chat)\n\n");
        }

        text.Append("chat 1/1 1.0: cpu-clock:\n\t1 ").Append('x', 200_000).Append(" (/srv/chat)\n\n");
        var one = Assert.Single(PerfSample.Read(Encoding.UTF8.GetBytes(text.ToString()))).CpuSamples!;
        // Frames beyond those that are kept still decide the class.
        Assert.Equal(20, PerfSample.Of(one, "background mark"));
        Assert.All(one.Stacks(100), stack => Assert.InRange(stack.Frames.Count, 1, Limits.CpuStackFrames));
    }

    [Fact]
    public void PerfHostile_HugeWeights_AreNotParsed()
    {
        var one = Assert.Single(Folded(Encoding.UTF8.GetBytes(
            "chat;runtime.goexit;main.a 9007199254740992\nchat;runtime.goexit;main.b 1\nchat;x 99999999999999999999\nchat;x -1\n"
            + "chat;x\n;;;\n")));
        Assert.Equal((9007199254740992, 5), (one.CpuSamples!.Samples, one.Coverage.LinesUnparsed));
    }

    [Fact]
    public void PerfHostile_OwnFoldedStacks_GiveTheSameSamples()
    {
        var first = PerfSample.Read("go-1.19");
        var folded = string.Join('\n', first.Stacks(int.MaxValue).Select(stack =>
            $"{stack.Thread};{string.Join(';', stack.Frames.Reverse())} {stack.Samples}")) + "\n";
        var again = Assert.Single(Samples.Of(folded)).CpuSamples!;
        Assert.Equal(first.Classes, again.Classes);
        Assert.Equal(first.Parts, again.Parts);
    }

    /// <summary>Logs and tables that have a number at the end of each line are no stacks.</summary>
    [Theory]
    [InlineData("GET /a 200\nGET /b 200\n")]
    [InlineData("a;b;c\n1;2;3\n")]
    [InlineData("one;two 3\nand a line of prose\n")]
    public void PerfHostile_OtherTexts_AreNotStacks(string text) => Assert.False(FoldedReader.Recognises(Encoding.UTF8.GetBytes(text)));

    private static IReadOnlyList<Recording> Folded(byte[] bytes) =>
        new FoldedReader().Read(new MemoryStream(bytes), new ReadContext(["x"]));
}
