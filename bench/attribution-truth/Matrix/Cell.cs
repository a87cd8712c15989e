namespace Unpause.Bench.AttributionTruth;

/// <summary>One cell of the matrix: the fixed properties; the seed determines everything else.</summary>
public sealed record Cell(Discipline Discipline)
{
    /// <summary>Where requests are measured.</summary>
    public Side Side { get; init; }

    /// <summary>What is wrong with the clock.</summary>
    public ClockFault Clock { get; init; }

    /// <summary>Which requests were kept.</summary>
    public Sampling Sampling { get; init; }

    /// <summary>What else is going on.</summary>
    public Confounder Confounder { get; init; }

    /// <summary>The time to safepoint.</summary>
    public Safepoint Safepoint { get; init; }

    /// <summary>Timestamps are the ends of requests, and the format does not say so.</summary>
    public bool UnreportedEnds { get; init; }

    /// <summary>Requests wait for a database, which continues during pauses.</summary>
    public bool Waits { get; init; }

    /// <summary>4 to 14 pauses; else 15 or more.</summary>
    public bool FewPauses { get; init; }

    /// <summary>What differs from the ordinary, as words joined by +; "ordinary" where nothing does.</summary>
    public string Situation
    {
        get
        {
            var words = new List<string>();
            if (Side != Side.Server) words.Add(Side == Side.Client ? "client" : "accepted");
            if (Clock != ClockFault.None) words.Add($"clock-{Word(Clock)}");
            if (Sampling != Sampling.All) words.Add(Word(Sampling));
            if (Confounder != Confounder.None) words.Add(Word(Confounder));
            if (Safepoint != Safepoint.AtOnce) words.Add($"safepoint-{Word(Safepoint)}");
            if (UnreportedEnds) words.Add("untold-ends");
            if (Waits) words.Add("waits");
            if (FewPauses) words.Add("few-pauses");
            return words.Count == 0 ? "ordinary" : string.Join('+', words);
        }
    }

    /// <summary>Situation and discipline, by which --cells chooses.</summary>
    public string Name => $"{Situation}/{Word(Discipline)}";

    /// <summary>Whether the process of the requests cannot be determined from these files: refusing is the right verdict.</summary>
    public bool RefusalIsRight => Confounder is Confounder.Twin or Confounder.UnnamedInstances;

    /// <summary>Whether a verdict is possible without options: with named instances, the user must name the one of the log.</summary>
    public bool AnswerIsPossible => !RefusalIsRight && Confounder != Confounder.NamedInstances;

    /// <summary>Whether the clock is wrong by an offset that can be found, the same all along.</summary>
    public bool ConstantOffset => Clock is ClockFault.Tenths or ClockFault.Second or ClockFault.Seconds or ClockFault.Zone;

    private static string Word<T>(T value)
        where T : struct, Enum =>
        string.Concat(value.ToString().Select((letter, at) => char.IsUpper(letter) && at > 0 ? $"-{letter}" : $"{letter}"))
            .ToLowerInvariant();
}
