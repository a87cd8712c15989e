namespace Unpause.Recordings;

/// <summary>The collector looked at how many heaps suit the program (.NET: DATAS), and may have changed their number.</summary>
/// <param name="TimeNanoseconds">Since the recording's zero.</param>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="MostHeaps">The most that it may use.</param>
/// <param name="CostPercent">What collecting cost the program by the collector's own measure (.NET: throughput cost, median), in percent.</param>
public readonly record struct HeapCountChange(long TimeNanoseconds, int Heaps, int MostHeaps, double CostPercent);
