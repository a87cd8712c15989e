using Unpause.Requests;

namespace Unpause.Cli.Sessions;

/// <summary>Lists on standard error what was found in folders and archives, where that is more than recordings.</summary>
internal static class FoundFiles
{
    private const int MostNames = 3;

    /// <summary>Lists recordings, files with requests, and how many others there are.</summary>
    /// <param name="paths">What the user named.</param>
    /// <param name="loaded">What was read of it.</param>
    /// <param name="named">Unreadable inputs that are reported already.</param>
    /// <param name="request">What the user wants.</param>
    public static void List(
        IReadOnlyList<string> paths, LoadedRecordings loaded, IReadOnlyList<UnreadInput> named, ReportRequest request)
    {
        List<UnreadInput> others = [.. loaded.Unread.Except(named), .. loaded.PassedOver];
        if (request.Verbose)
        {
            foreach (var other in others) Console.Error.WriteLine($"skipped {PlainText.Clean(other.Name)}: {other.Reason}");
        }

        var requests = others.FindAll(other => !other.Start.IsEmpty && RequestLoader.FormatOf(other.Start.Span) is not null);
        // Notes beside a log in a folder are usual.
        if (requests.Count == 0 && loaded.PassedOver.Count == 0) return;
        var recordings = loaded.Recordings.Select(recording => recording.Source.Files[0]).Distinct(StringComparer.Ordinal).ToList();
        var parts = new List<string> { Part("recording", recordings) };
        if (requests.Count > 0) parts.Add(Part("file with requests", requests.ConvertAll(Described), "files with requests"));
        if (others.Count > requests.Count)
        {
            var rest = Quantities.Count(others.Count - requests.Count, "other file");
            parts.Add(request.Verbose ? rest : $"{rest} (--verbose lists all)");
        }

        Console.Error.WriteLine($"unpause: found {string.Join(", ", parts)}");
        if (requests.Count == 0 || recordings.Count == 0 || request.Requests is { Paths.Count: > 0 } || paths.Contains("-")) return;
        var given = PlainText.Clean(CommandText.Join(paths));
        Console.Error.WriteLine(
            $"unpause: to find requests that GC made slow: unpause report {given} "
            + $"{string.Join(' ', paths.Select(path => $"--requests {PlainText.Clean(CommandText.Join([path]))}"))} --slow 400ms");
    }

    private static string Described(UnreadInput input) => $"{input.Name}: {RequestLoader.FormatOf(input.Start.Span)}";

    private static string Part(string noun, List<string> names, string? plural = null)
    {
        var count = plural is null || names.Count == 1 ? Quantities.Count(names.Count, noun) : $"{Quantities.Count(names.Count)} {plural}";
        if (names.Count == 0) return count;
        var more = names.Count > MostNames ? ", …" : "";
        return $"{count} ({PlainText.Clean(string.Join(", ", names.Take(MostNames)))}{more})";
    }
}
