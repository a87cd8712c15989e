using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Events;
using Unpause.Reports.Explanations;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>Explanations of single stops in the document.</summary>
public sealed class StopExplanationComposer
{
    /// <summary>Longest stops with an explanation in the document.</summary>
    internal const int Longest = 10;

    /// <summary>The same in the page, where the reader chooses one.</summary>
    internal const int LongestOfPage = 200;

    private readonly Recording _recording;
    private readonly Diagnoses _diagnoses;
    private readonly int _process;
    private readonly StopText _text;
    private readonly DelayedRequests? _delayed;

    /// <summary>Of a process.</summary>
    /// <param name="process">The process.</param>
    /// <param name="index">Its index.</param>
    /// <param name="diagnoses">The findings of all processes.</param>
    /// <param name="delayed">Finds the requests that a stop delayed; null without requests.</param>
    public StopExplanationComposer(AnalysedProcess process, int index, Diagnoses diagnoses, DelayedRequests? delayed = null)
    {
        (_recording, _process, _diagnoses, _delayed) = (process.Recording, index, diagnoses, delayed);
        Explainer = new PauseExplainer(process);
        _text = new StopText(_recording);
    }

    /// <summary>Explains any stop of the process.</summary>
    public PauseExplainer Explainer { get; }

    /// <summary>The longest stops, the longest first.</summary>
    /// <param name="most">How many at most.</param>
    public IReadOnlyList<StopExplanationDocument> ComposeLongest(int most) => [.. Explainer.Stops.FindLongest(most).Select(Compose)];

    /// <summary>The stop at an index of <see cref="PauseExplainer.Stops"/>.</summary>
    public StopExplanationDocument Compose(int index)
    {
        var stop = Explainer.Explain(index);
        var finding = _diagnoses.FindExplaining(_process, stop.Stop);
        // What helps all pauses of a kind doesn't explain one that is slower than they are.
        var action = StopAction.Slower(_recording, stop)
            ?? StopAction.OfCycle(_recording, stop)
            ?? (finding is { } at && _diagnoses.Findings[at].Finding.Advice is [var first, ..]
                ? new StopAction(first.Text, first.Setting ?? first.Code)
                : StopAction.Find(_recording, stop));
        return new()
        {
            DurationMs = new(stop.Stop.DurationNanoseconds),
            StartMs = stop.Stop.HasTime ? new Milliseconds(stop.Stop.StartNanoseconds) : null,
            Collection = stop.Collection is { } collection ? _recording.Collections[collection].Number : null,
            What = _text.What(stop),
            Why = _text.Why(stop),
            Action = action.Text,
            ActionSetting = action.Setting,
            Cause = StopWords.Contract(stop.Cause),
            Finding = finding,
            Parts = [.. stop.Parts.Select(part => new StopPartDocument
            {
                Kind = StopWords.Contract(part.Kind),
                Phase = part.Phase,
                DurationMs = new(part.Nanoseconds),
            })],
            Answers = [.. stop.Answers.Select(answer => new StopAnswerDocument
            {
                Question = StopWords.Contract(answer.Question),
                Answer = answer.State == AnswerState.NotRecorded ? null : answer.State == AnswerState.Yes,
                DurationMs = Milliseconds.FromNanoseconds(answer.Nanoseconds),
                Word = answer.Word,
            })],
            CpuMs = Milliseconds.FromNanoseconds(stop.CpuTime?.Cpu),
            SystemCpuMs = Milliseconds.FromNanoseconds(stop.CpuTime?.System),
            Peers = stop.Peers is { } peers ? Peers(peers) : null,
            NotRecorded = [.. stop.Unknown.Select(Unrecorded).OfType<UnrecordedPartDocument>()],
            Culprit = stop.Trigger is { } trigger ? CulpritComposer.Compose(trigger) : null,
            Victims = stop.Stop.HasTime
                ? VictimsComposer.Compose(_delayed?.Find(_process, stop.Stop.StartNanoseconds, stop.Stop.DurationNanoseconds))
                : null,
        };
    }

    private static StopPeersDocument Peers(PausePeers peers) => new()
    {
        Count = peers.Count,
        MedianMs = new(peers.MedianNanoseconds),
        Work = peers.Work is { } work ? StopWords.Contract(work.Measure) : null,
        Amount = peers.Work?.Amount,
        MedianAmount = peers.Work?.Median,
    };

    private UnrecordedPartDocument? Unrecorded(UnrecordedPart part) => UnrecordedParts.Find(_recording, part) is { } need
        ? new() { What = need.What, Record = need.SwitchFor(_recording).Switch }
        : null;
}
