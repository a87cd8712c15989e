using System.Globalization;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The file of a program's stops, read without unpause's own reader.</summary>
internal sealed record StopsFile(bool Runs, long Lost, IReadOnlyList<(long Start, long Called, long End, string What)> Stops)
{
    /// <summary>The first input of a recording.</summary>
    public static StopsFile Of(LiveResult result)
    {
        var lines = Words(result).ToList();
        return new StopsFile(
            lines.Exists(words => words is ["running"]),
            lines.Where(words => words[0] == "lost").Sum(words => Number(words[1])),
            [.. lines.Where(words => words[0] == "stop").Select(words =>
                (Number(words[1]), Number(words[4]), Number(words[2]), words[3]))]);
    }

    /// <summary>The words of its lines.</summary>
    public static IReadOnlyList<string[]> Words(LiveResult result)
    {
        using var reader = new StreamReader(result.Inputs[0].Open());
        return [.. reader.ReadToEnd().Split('\n').Select(line => line.Split(' '))];
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
