namespace Unpause.Analysis.CostModels;

/// <summary>The JVM's collectors that move objects from a young generation to an old one: G1, Parallel, Serial.</summary>
/// <param name="recording">The recording with the limit and the flags.</param>
/// <param name="secondsPerGibibyte">What a collection of the whole heap takes for each GiB that survives, where the user knows it.</param>
internal sealed class GenerationsFormula(SteadyWork work, Recording recording, double? secondsPerGibibyte) : MemoryFormula
{
    // HotSpot's defaults: NewRatio=2 leaves two thirds to the old generation; G1MaxNewSizePercent=60, G1NewSizePercent=5,
    // G1ReservePercent=10, G1HeapWastePercent=5, G1MixedGCLiveThresholdPercent=85.
    private const double OldShare = 2.0 / 3, MostYoung = 0.6, LeastYoung = 0.05, Reserve = 0.1, Waste = 0.05, NearlyLive = 0.85;

    // A heap that took so much of what it may has taken all: regions and alignment make up the rest.
    private const double AsGoodAsAll = 0.9;

    private readonly YoungRoom _young = YoungRoom.Measure(work);
    private readonly OldRoom _old = OldRoom.Estimate(work, secondsPerGibibyte);
    private readonly bool _isG1 = recording.Source.Collector == JvmCollectors.G1;
    private readonly bool _hasYoungLimit = recording.Source.Settings.ContainsKey(JvmFlagNames.MaxNewSize);

    /// <inheritdoc/>
    public override FormulaKind Kind => _isG1 ? FormulaKind.G1 : FormulaKind.Generations;

    /// <inheritdoc/>
    public override string Setting => "-Xmx";

    /// <inheritdoc/>
    public override double NowBytes => IsBound && recording.HeapMaximumBytes is { } most ? most : Taken;

    /// <inheritdoc/>
    public override bool IsBound => recording.HeapMaximumBytes is not { } most || Taken >= most * AsGoodAsAll;

    private double Taken => work.CapacityBytes ?? recording.HeapMaximumBytes ?? work.PeakBytes;

    /// <summary>
    /// The live set of G1's heap. Full collections show it. Marking and mixed collections leave regions that are nearly all live
    /// (G1MixedGCLiveThresholdPercent=85), and stop where the garbage left is a twentieth of the heap (G1HeapWastePercent=5).
    /// </summary>
    public static double LiveOf(SteadyWork work, Recording recording)
    {
        if (work is { Full: > 0, FullFit: { } full }) return full.MedianSurvivorBytes;
        var heap = work.CapacityBytes ?? recording.HeapMaximumBytes ?? work.PeakBytes;
        return Math.Max(work.FloorBytes / 2, (work.FloorBytes - (heap * Waste)) * NearlyLive);
    }

    /// <inheritdoc/>
    public override (double Middle, double Low, double High)? Burden(double limit, WorkBlock sum)
    {
        var (room, now) = (RoomAt(limit), RoomAt(NowBytes));
        if (room <= 0 || YoungAt(limit) <= 0) return null;
        var times = _young.Times(YoungAt(limit) / YoungAt(NowBytes));
        var young = sum.Young / sum.Program;
        var old = sum.Old / sum.Program;
        if (old > 0 && now > 0)
        {
            var scaled = old * now / room;
            return ((young * times.Middle) + scaled, (young * times.Low) + scaled, (young * times.High) + scaled);
        }

        // Without a collection of the old objects in the recording there is only the law.
        var law = limit < NowBytes ? _old.Burden(room) : (Middle: 0, Low: 0, High: 0);
        return ((young * times.Middle) + law.Middle, young * times.Low, (young * times.High) + law.High);
    }

    /// <inheritdoc/>
    public override double? PeriodSeconds(double limit) =>
        RoomAt(limit) is > 0 and var room && _old.FillBytesPerSecond > 0 ? room / _old.FillBytesPerSecond : null;

    /// <inheritdoc/>
    internal override PauseChange? Change(MemorySetting asked)
    {
        var (limit, added) = (asked.LimitBytes, asked.AddedLiveBytes);
        var usual = YoungBytesAt(limit);
        var young = asked.YoungBytes ?? usual - (_isG1 && !_hasYoungLimit ? Math.Min(added, usual) : 0);
        // With a fixed share for each generation, what the young one takes more is the old one's less.
        var room = RoomAt(limit) - added - (asked.YoungBytes is { } own && !_isG1 ? own - usual : 0);
        var (now, youngNow) = (RoomAt(NowBytes), YoungBytesAt(NowBytes));
        if (room <= 0 || young <= 0 || now <= 0 || youngNow <= 0) return null;
        var larger = young / youngNow;
        var times = _young.Times(larger);
        var changed = new KindChange(
            new(1 / larger, times.Low * larger), new(1 / larger, times.Middle * larger), new(1 / larger, times.High * larger))
            .WithMoreLive(added, work.YoungFit?.MedianSurvivorBytes);
        if (work.Sum.Old > 0) return new(changed, KindChange.Rarer(now / room).WithMoreLive(added, work.LiveBytes), null);
        // Without a collection of the old objects in the recording there is only the law.
        return new(changed, KindChange.Same, limit < NowBytes && _old.FillBytesPerSecond > 0 ? _old.Added(room) : null);
    }

    /// <summary>What the young generation may take, in bytes: as it was set, or its share.</summary>
    private double YoungBytesAt(double limit)
    {
        if (!_hasYoungLimit) return _isG1 ? YoungAt(limit) : limit * (1 - OldShare);
        return double.TryParse(
            recording.Source.Settings[JvmFlagNames.MaxNewSize], NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) ? bytes : 0;
    }

    private double RoomAt(double limit) => (limit * (_isG1 ? 1 - Reserve - LeastYoung - Waste : OldShare)) - work.LiveBytes;

    private double YoungAt(double limit)
    {
        if (_hasYoungLimit) return 1;
        return _isG1 ? Math.Max(limit * LeastYoung, Math.Min(limit * MostYoung, (limit * (1 - Reserve)) - work.LiveBytes)) : limit;
    }
}

/// <summary>
/// What young collections cost when the young generation has other room. What they take besides copying comes as often as they do. What
/// they copy and promote is the same for each byte allocated, however large the generation is; what they copy and keep there is what is in
/// use at the moment, the same for each collection.
/// </summary>
/// <param name="CopiedShare">Of their time, what copying takes; null when that is unknown.</param>
/// <param name="PromotedShare">Of what they copy, what is promoted; null when that is not recorded.</param>
internal sealed record YoungRoom(double? CopiedShare, double? PromotedShare)
{
    /// <summary>Measures a recording.</summary>
    public static YoungRoom Measure(SteadyWork work) => new(
        work.YoungFit is { Line: { } line, MedianNanoseconds: > 0 } fit
            ? Math.Clamp(1 - (line.Intercept * 1e9 / fit.MedianNanoseconds), 0, 1)
            : null,
        work.PromotedShare);

    /// <summary>What becomes of their time with so many times the room: in between and at the ends.</summary>
    public (double Middle, double Low, double High) Times(double room)
    {
        var rarer = 1 / room;
        // Nothing of it is for each byte; or all is: the line through the recorded sizes proves no fixed part of much larger ones.
        var (none, all) = (rarer, Mixed(1, rarer));
        var middle = Mixed((CopiedShare ?? 0.5) * (PromotedShare ?? 0.5), rarer);
        return (middle, Math.Min(none, all), Math.Max(none, all));
    }

    private static double Mixed(double constant, double rarer) => constant + ((1 - constant) * rarer);
}
