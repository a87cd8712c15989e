using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

/// <summary>What every reader of text must give alike, however the text arrives.</summary>
internal static class Arrivals
{
    /// <summary>With carriage returns, behind a prefix, and in reads of few bytes.</summary>
    public static void AssertAlike(string text, Func<LoadedRecordings, string> describe)
    {
        var whole = describe(Load(text));
        Assert.Equal(whole, describe(Load(text.ReplaceLineEndings("\r\n"))));
        Assert.Equal(whole, describe(Load(Regex.Replace(text, "^(?=.)", "node-7  | ", RegexOptions.Multiline))));
        AssertSmallReads(text, whole, describe);
    }

    /// <summary>In reads of few bytes.</summary>
    /// <param name="whole">The description of the text when it arrives at once.</param>
    /// <param name="largest">The largest read, in bytes.</param>
    public static void AssertSmallReads(
        string text, string whole, Func<LoadedRecordings, string> describe, int largest = 16, int step = 1)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        for (var most = 1; most <= largest; most += step)
            Assert.Equal(whole, describe(Load(() => new TricklingStream(bytes, most, most))));
    }

    /// <summary>A text that is cut anywhere has nothing that the whole has not.</summary>
    public static void AssertCutsAreSubsets<T>(byte[] bytes, Func<IReadOnlyList<Recording>, HashSet<T>> items, int step = 1)
    {
        var whole = items(Samples.Of(bytes));
        for (var length = 0; length <= bytes.Length; length += step) Assert.Subset(whole, items(Samples.Of(bytes[..length])));
    }

    /// <summary>The pauses without their times, which are those of the first line that is left.</summary>
    public static HashSet<(long Nanoseconds, string Name)> LengthsAndNames(IReadOnlyList<Recording> recordings) =>
        recordings.SelectMany(one => one.Pauses).Select(pause => (pause.DurationNanoseconds, pause.Name)).ToHashSet();

    private static LoadedRecordings Load(string text) => Load(() => new MemoryStream(Encoding.UTF8.GetBytes(text)));

    private static LoadedRecordings Load(Func<Stream> open) => RuntimeTable.Default.Load([new RecordingInput("unknown", open)]);
}
