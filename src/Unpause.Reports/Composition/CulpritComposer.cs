using Unpause.Analysis.Allocations;
using Unpause.Recordings.Triggers;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Composition;

/// <summary>What triggered a collection, in the document and as a sentence that claims no more than the recording shows.</summary>
internal static class CulpritComposer
{
    private const int MostMethods = 4;

    /// <summary>The contract's object.</summary>
    public static StopCulpritDocument Compose(CollectionTrigger trigger) => new()
    {
        Evidence = StopWords.Contract(trigger.Place.Evidence),
        Text = Text(trigger),
        Stack = trigger.Place.Stack,
        AppFrame = UserFrames.First(trigger.Place.Stack),
        Thread = trigger.Place.Thread,
        Type = trigger.Place.Type,
        NeededBytes = trigger.Bytes,
        Candidates = trigger.Candidates,
    };

    /// <summary>One phrase for a list: <c>Cache.load, thread worker-3</c>; null where nothing is worth it.</summary>
    public static string? Phrase(StopCulpritDocument culprit)
    {
        if (culprit.Evidence == StopWords.Contract(TriggerEvidence.LastSample)) return null;
        if (culprit.Stack.Count == 0) return null;
        var method = culprit.Stack[(int)(culprit.AppFrame ?? 0)];
        var what = culprit.Evidence == StopWords.Contract(TriggerEvidence.Call) ? "call" : "allocation";
        return $"{what} in {PlainText.Clean(method)}{Thread(culprit.Thread)}";
    }

    private static string Text(CollectionTrigger trigger)
    {
        var place = trigger.Place;
        var (thread, path) = (Thread(place.Thread), Path(place.Stack));
        var type = place.Type is { } name ? PlainText.Clean(name) : null;
        var others = trigger.Candidates > 1
            ? $" It is the first of {Quantities.Count(trigger.Candidates)} requests for this collection."
            : "";
        return place.Evidence switch
        {
            TriggerEvidence.Call => $"Requested by a call{thread}{After(path)}.{others}",
            TriggerEvidence.Allocation =>
                $"An allocation{(trigger.Bytes is { } bytes ? $" that needed {Quantities.Bytes(bytes)}" : "")} triggered it{thread}"
                + $"{After(path)}.{others}",
            _ => "The last sampled allocation before it, which need not be what triggered it"
                + $"{After((type, path) switch { (null, _) => path, (_, null) => type, _ => $"{type} in {path}" })}.",
        };
    }

    private static string Thread(string? name) => name is null ? "" : $", thread {PlainText.Clean(name)}";

    private static string After(string? path) => path is null ? "" : $": {path}";

    /// <summary>The innermost method of the application and its callers; where it has none, the innermost methods.</summary>
    private static string? Path(IReadOnlyList<string> stack) => stack.Count == 0
        ? null
        : string.Join(" ← ", stack.Skip(UserFrames.First(stack) ?? 0).Take(MostMethods).Select(PlainText.Clean));
}
