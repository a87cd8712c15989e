using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.CostModels;

/// <summary>
/// V8's old space. After each full collection V8 sets the size at which the next one starts: what is live times a factor, with the room
/// of the semi-spaces, and at most halfway from there to the limit (src/heap/heap-controller.cc, MaxGrowingFactor, BoundAllocationLimit).
/// The room in between decides how often the old space is collected. Young collections do not depend on the limit.
/// </summary>
/// <param name="recording">The recording with the limit.</param>
internal sealed class V8Formula(SteadyWork work, Recording recording) : MemoryFormula
{
    private const double Mebibyte = 1L << 20;

    // Defaults of 64 bits: between these limits the factor rises in a line, and is 4 from the upper one on.
    private const double SmallLimit = 256 * Mebibyte, LargeLimit = 2048 * Mebibyte;
    private const double SmallFactor = 1.3, MediumFactor = 2, LargeFactor = 4;

    // MinimumAllocationLimitGrowingStep.
    private const double LeastStep = 8 * Mebibyte;

    // Measured with Node.js 20: the share of time per full collection that is in steps grows with its room, up to half of it.
    private const double SameForEach = 0.5;

    private readonly double _limit = OldSpaceRoom.LimitOf(recording)!.Value;
    private readonly double _semiSpace = NodeOptions.SemiSpaceOf(recording.Source) * Mebibyte;

    /// <inheritdoc/>
    public override FormulaKind Kind => FormulaKind.V8;

    /// <inheritdoc/>
    public override string Setting => NodeSettings.MaxOldSpace;

    /// <inheritdoc/>
    public override double NowBytes => _limit;

    /// <inheritdoc/>
    public override bool IsBound => true;

    /// <inheritdoc/>
    public override (double Middle, double Low, double High)? Burden(double limit, WorkBlock sum)
    {
        if (RoomAt(limit, 0) is not (> 0 and var room) || RoomAt(_limit, 0) is not (> 0 and var now)) return null;
        var (young, old) = (sum.Young / sum.Program, sum.Old / sum.Program);
        var rarer = now / room;
        var least = young + (old * Damped(rarer));
        var most = young + (old * rarer);
        return ((least + most) / 2, Math.Min(least, most), Math.Max(least, most));
    }

    /// <inheritdoc/>
    public override double? PeriodSeconds(double limit) =>
        RoomAt(limit, 0) is > 0 and var room && work.FilledBytes > 0 ? room * work.ProgramSeconds / work.FilledBytes : null;

    /// <inheritdoc/>
    internal override PauseChange? Change(MemorySetting asked)
    {
        if (RoomAt(asked.LimitBytes, asked.AddedLiveBytes) is not (> 0 and var room) || RoomAt(_limit, 0) is not (> 0 and var now))
            return null;
        var rarer = KindChange.Rarer(now / room).WithMoreLive(asked.AddedLiveBytes, work.LiveBytes);
        return new(KindChange.Same, rarer, null);
    }

    /// <summary>What the old space may grow by between two full collections.</summary>
    private double RoomAt(double limit, double added)
    {
        var live = work.LiveBytes + added;
        var free = Math.Max(live * (FactorAt(limit) - 1), LeastStep) + _semiSpace;
        return Math.Min(free, (limit - live) / 2);
    }

    /// <summary>A longer time until the next collection has longer steps: part of the time is for each byte, not for each collection.
    /// </summary>
    private static double Damped(double rarer) => (SameForEach * rarer) + 1 - SameForEach;

    private static double FactorAt(double limit) => limit >= LargeLimit ? LargeFactor
        : SmallFactor + ((MediumFactor - SmallFactor) * Math.Clamp((limit - SmallLimit) / (LargeLimit - SmallLimit), 0, 1));
}
