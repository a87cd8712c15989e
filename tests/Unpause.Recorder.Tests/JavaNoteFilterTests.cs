using System.Text;
using Unpause.Recorder.Stderr;

namespace Unpause.Recorder.Tests;

public sealed class JavaNoteFilterTests
{
    private const string Own = "'-Xlog:gc*:file=\"/tmp/unpause-x/jvm-%p-%t.log\":time:filecount=0'";
    private const string Note = "NOTE: Picked up JDK_JAVA_OPTIONS: ";

    [Theory]
    [InlineData($"a\n{Note}{Own}\nb\n", "a\nb\n")]
    [InlineData($"{Note}-Xmx1g {Own}\nb\n", $"{Note}-Xmx1g\nb\n")]
    [InlineData($"{Note}{Own} -Xmx1g\n", $"{Note} -Xmx1g\n")]
    [InlineData($"{Note}-Xmx1g\nb", $"{Note}-Xmx1g\nb")]
    [InlineData($"x {Note}{Own}\n{Note}{Own}\ny", "x y")]
    [InlineData($"NOTE: Picked up{Note}{Own}\nNOTE", "NOTE: Picked upNOTE")]
    public void JavaNoteFilter_AnyChunks_RemovesUnpausesOption(string input, string expected)
    {
        for (var cut = 0; cut <= input.Length; cut++) Assert.Equal(expected, Filter([input[..cut], input[cut..]]));
        Assert.Equal(expected, Filter(input.Select(c => c.ToString())));
    }

    [Fact]
    public void JavaNoteFilter_EndlessNote_IsReleased()
    {
        var filter = new JavaNoteFilter(Encoding.Latin1.GetBytes(Own));
        filter.Push(Encoding.Latin1.GetBytes(Note));
        Assert.True(filter.IsHolding);
        var passed = 0;
        for (var i = 0; i < 40; i++) passed += filter.Push(new byte[4096]).Length;
        Assert.False(filter.IsHolding);
        Assert.Equal(40 * 4096 + Note.Length, passed);
    }

    private static string Filter(IEnumerable<string> chunks)
    {
        var filter = new JavaNoteFilter(Encoding.Latin1.GetBytes(Own));
        var output = new StringBuilder();
        foreach (var chunk in chunks) output.Append(Encoding.Latin1.GetString(filter.Push(Encoding.Latin1.GetBytes(chunk))));
        return output.Append(Encoding.Latin1.GetString(filter.Release())).ToString();
    }
}
