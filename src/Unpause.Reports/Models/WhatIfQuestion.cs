namespace Unpause.Reports.Models;

/// <summary>Settings that a what-if asks about; all may be empty.</summary>
/// <param name="Limits">Memory limits in bytes.</param>
/// <param name="Gogc">Go: values of GOGC.</param>
/// <param name="Thresholds">CPython: first thresholds.</param>
/// <param name="Young">JVM: sizes of the young generation in bytes.</param>
public sealed record WhatIfQuestion(
    IReadOnlyList<double> Limits, IReadOnlyList<double> Gogc, IReadOnlyList<double> Thresholds, IReadOnlyList<double> Young)
{
    /// <summary>Whether nothing is named: the settings around the present one are then shown.</summary>
    internal bool IsEmpty => Limits.Count + Gogc.Count + Thresholds.Count + Young.Count == 0;
}
