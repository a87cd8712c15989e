using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Memory;

/// <summary>What a service on a host does with its memory.</summary>
/// <param name="Live">The live set in bytes.</param>
/// <param name="Limit">The heap that it may use.</param>
/// <param name="Rate">Bytes allocated per second.</param>
/// <param name="Deviation">The standard deviation of the live set.</param>
/// <param name="Speed">Live bytes that the collector passes per second of its time; null where its time is unknown.</param>
internal sealed record MemoryUse(
    string Service, double Live, double Limit, double Rate, double Deviation, double? Speed, ReportPlace? Report);
