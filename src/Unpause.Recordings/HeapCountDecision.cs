namespace Unpause.Recordings;

/// <summary>The collector decided how many heaps suit the application (.NET: DATAS); mostly as many as before.</summary>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="CostPercent">What collecting cost the application by the collector's own measure (.NET:
/// throughput cost, median), in percent.</param>
internal readonly record struct HeapCountDecision(int Heaps, double CostPercent);
