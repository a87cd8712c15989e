namespace Unpause.Cli;

/// <summary>The first file of a kept experiment: what it is an experiment of.</summary>
/// <param name="Schema">The file's own name and version.</param>
/// <param name="Seed">The seed of the orders.</param>
/// <param name="Said">The options that define the experiment.</param>
internal sealed record TuneHeader(string Schema, int Seed, Dictionary<string, string> Said);
