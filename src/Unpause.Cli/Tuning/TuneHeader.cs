namespace Unpause.Cli.Tuning;

/// <summary>The first line of the journal of an experiment: identifies the experiment.</summary>
/// <param name="Schema">The name and version of the journal's format.</param>
/// <param name="Seed">The seed of the orders.</param>
/// <param name="Options">The options that define the experiment.</param>
internal sealed record TuneHeader(string Schema, int Seed, Dictionary<string, string> Options);
