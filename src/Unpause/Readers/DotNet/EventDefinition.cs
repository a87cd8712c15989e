namespace Unpause.Readers.DotNet;

/// <summary>An event that is wanted.</summary>
/// <param name="Provider">Who writes it.</param>
/// <param name="Id">Its number in the provider's manifest.</param>
/// <param name="Version">The version of its payload's layout.</param>
/// <param name="WithStack">Whether its call stack is wanted too.</param>
internal sealed record EventDefinition(EventProvider Provider, int Id, int Version, bool WithStack);
