namespace Unpause.Analysis.CostModels;

/// <summary>What a memory limit costs.</summary>
/// <param name="LimitBytes">The limit.</param>
/// <param name="Percent">Share of the time in collections (of Go: of the CPU).</param>
/// <param name="Low">Lower end of it.</param>
/// <param name="High">Upper end.</param>
/// <param name="PeriodSeconds">From one collection of old objects to the next, in seconds of the program's own; null when not told.</param>
public readonly record struct CurvePoint(double LimitBytes, double Percent, double Low, double High, double? PeriodSeconds);
