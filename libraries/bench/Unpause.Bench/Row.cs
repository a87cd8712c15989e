namespace Unpause.Bench;

/// <summary>One line of a table: the work, its contenders (the first is the baseline), and the goal.</summary>
internal sealed record Row(string Work, string Incident, string Goal, params (string Name, Func<long> Run)[] Contenders);
