namespace Unpause.Analysis.CostModels;

/// <summary>
/// .NET's gen2. The collector gives gen0 a budget that hardly depends on the limit, so young collections cost the same. Gen2 is collected
/// when its own budget is spent; a limit that comes before makes it collect earlier, and then it stops the program all the while.
/// </summary>
/// <param name="recording">The recording with the limit.</param>
/// <param name="secondsPerGibibyte">What a collection of the whole heap takes for each GiB that survives, where the user knows it.</param>
internal sealed class DotNetFormula(SteadyWork work, Recording recording, double? secondsPerGibibyte) : MemoryFormula
{
    // Measured with .NET 10: heaps reach 0.97 to 0.99 of a hard limit before a blocking collection; regions take whole MiB.
    private const double Usable = 0.97;

    // A heap that came so close to its limit was collected because of it.
    private const double AsGoodAsAll = 0.85;

    // Measured with .NET 10: a limit that is larger than the memory that it takes by a seventh is not felt. Nearer, ever more of its
    // background collections become blocking ones.
    private const double Felt = 0.87;

    private readonly OldRoom _old = OldRoom.Estimate(work, secondsPerGibibyte);

    /// <inheritdoc/>
    public override FormulaKind Kind => IsBound ? FormulaKind.DotNetAtLimit : FormulaKind.DotNetBelowLimit;

    /// <inheritdoc/>
    public override string Setting => DotNetSettingNames.HardLimit;

    /// <inheritdoc/>
    public override double NowBytes => IsBound ? Limit!.Value : work.PeakBytes / Felt;

    /// <inheritdoc/>
    public override bool IsBound => Limit is { } limit && work.PeakBytes >= limit * AsGoodAsAll;

    private double? Limit =>
        recording.Source.Settings.TryGetValue(DotNetSettingNames.HardLimit, out var text)
        && double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) && bytes > 0
            ? bytes
            : null;

    /// <inheritdoc/>
    public override (double Middle, double Low, double High)? Burden(double limit, WorkBlock sum)
    {
        if (RoomAt(limit) is not (> 0 and var room)) return null;
        var (young, old) = (sum.Young / sum.Program, sum.Old / sum.Program);
        if (IsBound) return Bound(limit, room, young, old);
        if (limit >= NowBytes) return (young + old, young + old, young + old);
        if (WithoutYoung(room) is { } whole) return whole;
        var law = _old.Burden(room);
        var nearness = Math.Clamp((NowBytes - limit) / (NowBytes - work.PeakBytes), 0, 1);
        var least = nearness < 1 ? old : Math.Max(old, law.Low);
        return (young + old + (nearness * Math.Max(0, law.Middle - old)), young + least, young + Math.Max(old, law.High));
    }

    /// <inheritdoc/>
    public override double? PeriodSeconds(double limit) =>
        RoomAt(limit) is > 0 and var room && _old.FillBytesPerSecond > 0 ? room / _old.FillBytesPerSecond : null;

    /// <inheritdoc/>
    internal override PauseChange? Change(MemorySetting asked)
    {
        var limit = asked.LimitBytes;
        if (RoomAt(limit) - asked.AddedLiveBytes is not (> 0 and var room)) return null;
        var young = KindChange.Same.WithMoreLive(asked.AddedLiveBytes, work.YoungFit?.MedianSurvivorBytes);
        if (IsBound)
        {
            var rarer = KindChange.Rarer(RoomAt(NowBytes) / room).WithMoreLive(asked.AddedLiveBytes, work.LiveBytes);
            // More memory than was seen: gen2 may be collected in the background then, which stops the program hardly at all; or its own
            // budget may decide, and it comes as often as now.
            var open = rarer with { Low = new(0, 1), High = rarer.High with { Rate = 1 } };
            return new(young, limit > NowBytes ? open : rarer, null);
        }

        var same = KindChange.Same.WithMoreLive(asked.AddedLiveBytes, work.LiveBytes);
        if (limit >= NowBytes) return new(young, same, null);
        if (work.BetweenBytes > room)
        {
            var often = work.AllocatedBytes / work.ProgramSeconds / room;
            return new(
                KindChange.None, KindChange.None, new(often, often, often, _old.FastestSeconds, _old.PauseSeconds, _old.SlowestSeconds));
        }

        var nearness = Math.Clamp((NowBytes - limit) / (NowBytes - work.PeakBytes), 0, 1);
        if (nearness == 0 || _old.FillBytesPerSecond <= 0) return new(young, same, null);
        var law = _old.Added(room);
        return new(
            young, same with { Middle = new(1 - nearness, 1) },
            law with { LowPerSecond = nearness < 1 ? 0 : law.LowPerSecond, PerSecond = nearness * law.PerSecond });
    }

    /// <summary>Where gen0's budget does not fit, each collection is one of the whole heap.</summary>
    private (double Middle, double Low, double High)? WithoutYoung(double room)
    {
        if (!(work.BetweenBytes > room)) return null;
        var perSecond = work.AllocatedBytes / work.ProgramSeconds / room;
        return (_old.PauseSeconds * perSecond, _old.FastestSeconds * perSecond, _old.SlowestSeconds * perSecond);
    }

    private (double Middle, double Low, double High) Bound(double limit, double room, double young, double old)
    {
        var scaled = young + (old * RoomAt(NowBytes) / room);
        // More memory than was seen: gen2 may be collected in the background then, which stops the program hardly at all.
        return limit > NowBytes ? (scaled, Math.Min(young, scaled), scaled) : (scaled, scaled, scaled);
    }

    private double RoomAt(double limit) => (limit * Usable) - work.LiveBytes;
}
