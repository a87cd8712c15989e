using System.Text;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Tests;

public sealed class GcLineTests
{
    public static TheoryData<string> RealLines { get; } =
    [
        "gc 204 @31.872s 32%: 1.0+1.0+0+119+3.0 ms clock, 8.0+1.0+0+274/222/0+24 ms cpu, 247->319->233 MB, 330 MB goal, 8 P\n",
        "gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 8 P\n",
        "gc 76 @0.097s 8%: 0.010+0.23+0.037 ms clock, 0.021+0.033/0.085/0.007+0.075 ms cpu, 19->19->9 MB, 19 MB goal, 0 MB "
        + "stacks, 0 MB globals, 2 P\n",
        "gc 77 @0.098s 8%: 0.010+0.11+0.001 ms clock, 0.021+0/0.038/0.088+0.002 ms cpu, 9->9->9 MB, 18 MB goal, 0 MB stacks, "
        + "0 MB globals, 2 P (forced)\n",
        "GC forced\n",
    ];

    [Theory]
    [MemberData(nameof(RealLines))]
    public void GctraceGrammar_RealLine_MatchesCompletely(string line)
    {
        Assert.Equal(line.Length, GctraceGrammar.Match(Encoding.ASCII.GetBytes(line)));
        Assert.Equal(line.Length, GctraceGrammar.Match(Encoding.ASCII.GetBytes(line + "more\n")));
    }

    [Theory]
    [MemberData(nameof(RealLines))]
    public void GctraceGrammar_StartOfALine_IsUndecided(string line)
    {
        var bytes = Encoding.ASCII.GetBytes(line);
        for (var length = 0; length < bytes.Length; length++) Assert.Equal(0, GctraceGrammar.Match(bytes.AsSpan(0, length)));
    }

    [Theory]
    [InlineData("gc is slow\n")]
    [InlineData("gc 12 pauses\n")]
    [InlineData("gc 1 @0.500s 3%: hello\n")]
    [InlineData("gc 1 @0.500s 3%: 0.1+0.2+0.3 ms clock\n")]
    [InlineData("gc 1 @0.500s 3%: 0.1+0.2+0.3 ms clock, 2 P (induced)\n")]
    [InlineData("gc 1 @0.500s 3%: \n")]
    [InlineData("GC forces\n")]
    public void GctraceGrammar_OtherText_DoesNotMatch(string text) => Assert.Equal(-1, GctraceGrammar.Match(Encoding.ASCII.GetBytes(text)));

    [Fact]
    public void GctraceGrammar_EndlessDigits_DoNotMatch() =>
        Assert.Equal(-1, GctraceGrammar.Match(Encoding.ASCII.GetBytes("gc " + new string('1', GctraceGrammar.MaxLength))));
}
