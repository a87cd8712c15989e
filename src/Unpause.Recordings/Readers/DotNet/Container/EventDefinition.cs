namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>An event that is wanted.</summary>
/// <param name="Provider">Its provider.</param>
/// <param name="Id">Its number in the provider's manifest.</param>
/// <param name="Version">The version of its payload's layout.</param>
/// <param name="Use">What is wanted of it.</param>
internal sealed record EventDefinition(EventProvider Provider, int Id, int Version, EventUse Use);
