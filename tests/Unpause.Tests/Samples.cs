using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests;

/// <summary>Loads recordings through the same door as the command line.</summary>
internal static class Samples
{
    /// <summary>The recordings in a file of the repository.</summary>
    public static IReadOnlyList<Recording> Load(params string[] path) => Of(RecordingInput.File(RepositoryFolder.File(path)));

    /// <summary>The files of a folder of the repository that are recordings.</summary>
    public static IEnumerable<string> Files(string folder) => Directory.GetFiles(RepositoryFolder.File(folder.Split('/')))
        .Where(file => Path.GetExtension(file) is not (".md" or ".py" or ".json"))
        .Order(StringComparer.Ordinal);

    /// <summary>The recordings in a text.</summary>
    public static IReadOnlyList<Recording> Of(string text) => Of(System.Text.Encoding.UTF8.GetBytes(text));

    /// <summary>The recordings in bytes.</summary>
    public static IReadOnlyList<Recording> Of(byte[] bytes) => Of(new RecordingInput("unknown", () => new MemoryStream(bytes)));

    /// <summary>What one rule says of the only recording in a file.</summary>
    public static Verdict Ask(Rule rule, params string[] path) => rule.Check(AnalysedProcess.From(Assert.Single(Load(path))));

    /// <summary>All that a reader must give alike however the bytes arrive: one line a collection and pause.</summary>
    public static string Describe(IReadOnlyList<Recording> recordings)
    {
        var text = new System.Text.StringBuilder();
        foreach (var recording in recordings)
        {
            text.AppendLine($"{recording.Source.Format} {recording.DurationNanoseconds} {recording.Coverage.LinesUnparsed}");
            foreach (var c in recording.Collections)
            {
                text.AppendLine(
                    $"{c.Number} {c.Generation} {c.Cause} {c.Induced} {c.StartNanoseconds} {c.EndNanoseconds} {c.HeapBeforeBytes} "
                    + $"{c.HeapAfterBytes} {c.FreedObjects}");
            }

            foreach (var pause in recording.Pauses) text.AppendLine(pause.ToString());
        }

        return text.ToString();
    }

    private static IReadOnlyList<Recording> Of(RecordingInput input) => RuntimeTable.Default.Load([input]).Recordings;
}
