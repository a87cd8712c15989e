namespace Unpause.Analysis.Events;

/// <summary>Explains stops of one recording, one at a time, by a fixed order of questions (<see cref="PauseQuestion"/>).</summary>
public sealed class PauseExplainer
{
    /// <summary>A pause that is so many times as long as usual is compared with its peers' work.</summary>
    private const double Unusual = 1.5;

    private readonly Recording _recording;
    private readonly PartsByCollection _phases;
    private readonly PeerGroups _peers;

    /// <summary>Of an analysed recording.</summary>
    public PauseExplainer(AnalysedProcess process)
    {
        _recording = process.Recording;
        Stops = new FeltStops(process);
        Causes = new PauseCauses(_recording);
        _peers = new PeerGroups(_recording, Stops);
        _phases = new PartsByCollection(Column<Pause>.Empty, _recording.Phases, _recording.Collections.Count);
    }

    /// <summary>The stops that it can explain.</summary>
    public FeltStops Stops { get; }

    /// <summary>What caused each of them.</summary>
    public PauseCauses Causes { get; }

    /// <summary>Explains the stop at an index of <see cref="Stops"/>.</summary>
    public PauseExplanation Explain(int index)
    {
        var felt = Stops[index];
        var phases = PhasesOf(felt);
        var parts = PauseParts.Divide(_recording, felt, phases);
        var peers = _peers.Compare(felt);
        var answers = Ask(felt, parts, peers);
        return new PauseExplanation(
            felt,
            felt.Pause >= 0 ? _recording.Pauses[felt.Pause].Name : _recording.Stops![felt.Stop].Operation,
            felt.Pause >= 0 ? _recording.Pauses[felt.Pause].Collection : null,
            Causes.Find(felt),
            parts.Count > 0 ? parts : [new PausePart(PausePartKind.Collecting, null, felt.DurationNanoseconds)],
            answers,
            peers,
            Unknown(felt, parts, answers))
        {
            CpuTime = Causes.CpuTime(felt),
            Trigger = felt.Pause >= 0
                ? _recording.Triggers?.Find(_recording.Collections[_recording.Pauses[felt.Pause].Collection].Number)
                : null,
        };
    }

    private List<PauseAnswer> Ask(FeltStop felt, IReadOnlyList<PausePart> parts, PausePeers? peers)
    {
        var answers = new List<PauseAnswer> { Stopping(felt), Operation(felt) };
        if (felt.Pause < 0) return answers;
        var collection = _recording.Collections[_recording.Pauses[felt.Pause].Collection];
        answers.Add(OffCpu(felt));
        answers.Add(Kernel(felt));
        answers.Add(Part(felt, parts));
        answers.AddRange(Compare(felt, peers));
        answers.Add(new(
            PauseQuestion.Trigger, collection.Cause is null ? AnswerState.NotRecorded : AnswerState.Yes, null,
            collection.RuntimeCause ?? collection.Cause));
        var failure = PauseCauses.Failure(collection);
        answers.Add(new(PauseQuestion.Failure, failure is null ? AnswerState.No : AnswerState.Yes, null, failure));
        return answers;
    }

    private PauseAnswer Stopping(FeltStop felt) => Causes.StoppingThreads(felt) is { } time
        ? new(PauseQuestion.StoppingThreads, State(time > felt.DurationNanoseconds / 2), time)
        : new(PauseQuestion.StoppingThreads, AnswerState.NotRecorded);

    private PauseAnswer Operation(FeltStop felt)
    {
        if (felt.ForCollection) return new(PauseQuestion.OtherOperation, AnswerState.No);
        var operation = _recording.Stops![felt.Stop].Operation;
        var known = _recording.Source.Traits.ReasonOf(operation)?.Name ?? operation;
        return new(
            PauseQuestion.OtherOperation, known == Recordings.Words.StopReason.NotRecorded ? AnswerState.NotRecorded : AnswerState.Yes,
            felt.DurationNanoseconds, known);
    }

    private PauseAnswer OffCpu(FeltStop felt) => Causes.OffCpu(felt) is { } waited
        ? new(PauseQuestion.OffCpu, State(waited > 0 && waited > _recording.Pauses[felt.Pause].DurationNanoseconds / 10), waited)
        : new(PauseQuestion.OffCpu, AnswerState.NotRecorded);

    private PauseAnswer Kernel(FeltStop felt)
    {
        if (Causes.CpuTime(felt) is not (var cpu, { } system) || Causes.OffCpu(felt) is null)
        {
            return new(PauseQuestion.KernelTime, AnswerState.NotRecorded);
        }

        return new(PauseQuestion.KernelTime, State(system > cpu / 2 && system > 0), system);
    }

    private static PauseAnswer Part(FeltStop felt, IReadOnlyList<PausePart> parts)
    {
        if (parts is not [var most, ..] || most.Kind == PausePartKind.Collecting) return new(PauseQuestion.Part, AnswerState.NotRecorded);
        var dominates = most.Nanoseconds >= felt.DurationNanoseconds * PauseExplanation.DominatingShare;
        return new(PauseQuestion.Part, State(dominates), most.Nanoseconds, most.Phase);
    }

    /// <summary>More work at the usual rate, or the usual work at a lower rate: the greater factor explains the length.</summary>
    private static IEnumerable<PauseAnswer> Compare(FeltStop felt, PausePeers? peers)
    {
        if (peers is not { MedianNanoseconds: > 0, Work.Ratio: { } work })
        {
            return [new(PauseQuestion.MoreWork, AnswerState.NotRecorded), new(PauseQuestion.SlowerWork, AnswerState.NotRecorded)];
        }

        var longer = (double)felt.DurationNanoseconds / peers.MedianNanoseconds;
        var slower = work > 0 ? longer / work : double.PositiveInfinity;
        return
        [
            new(PauseQuestion.MoreWork, State(longer >= Unusual && work >= Unusual)),
            new(PauseQuestion.SlowerWork, State(longer >= Unusual && slower >= Unusual && slower > work)),
        ];
    }

    private List<UnrecordedPart> Unknown(FeltStop felt, IReadOnlyList<PausePart> parts, List<PauseAnswer> answers)
    {
        var unknown = new List<UnrecordedPart>();
        if (answers[0].State == AnswerState.NotRecorded) unknown.Add(UnrecordedPart.StoppingThreads);
        if (answers[1].State == AnswerState.NotRecorded) unknown.Add(UnrecordedPart.Operation);
        if (felt.Pause < 0) return unknown;
        if (Causes.CpuTime(felt) is null) unknown.Add(UnrecordedPart.CpuTime);
        if (parts is [{ Kind: PausePartKind.Collecting }, ..] or []) unknown.Add(UnrecordedPart.Phases);
        if (Causes.Find(felt) == PauseCause.Induced && _recording.InducedBy is null) unknown.Add(UnrecordedPart.CallSite);
        return unknown;
    }

    /// <summary>
    /// The phases of the pause itself: of a blocking collection all, of a cycle those between two pauses; concurrent ones never.
    /// </summary>
    private List<Phase> PhasesOf(FeltStop felt)
    {
        if (felt.Pause < 0) return [];
        var pause = _recording.Pauses[felt.Pause];
        if (Causes.CyclePauseOf(felt.Pause) is { } own)
        {
            var phases = new List<Phase>();
            for (var i = own.FirstPhase; i < own.EndPhase; i++)
            {
                var phase = _recording.Phases[i];
                if (phase.Collection == pause.Collection && !phase.Concurrent) phases.Add(phase);
            }

            return phases;
        }

        return [.. _phases.Phases(pause.Collection).Where(phase => !phase.Concurrent)];
    }

    private static AnswerState State(bool yes) => yes ? AnswerState.Yes : AnswerState.No;
}
