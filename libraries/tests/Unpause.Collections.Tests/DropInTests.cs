using System.Globalization;
using System.Reflection;

namespace Unpause.Collections.Tests;

/// <summary>Every public member of the standard types of the runtime that runs the tests is there, with its parameters' names.</summary>
public sealed class DropInTests
{
    private const string Obsolete = "binary serialisation, obsolete since .NET 8";

    /// <summary>What is left out, and why. An entry that is no longer missing fails the test too.</summary>
    private static readonly Dictionary<string, string> LeftOut = new()
    {
        ["HashSet: interface ISerializable"] = Obsolete,
        ["HashSet: interface IDeserializationCallback"] = Obsolete,
        ["HashSet: Void GetObjectData(SerializationInfo info, StreamingContext context)"] = Obsolete,
        ["HashSet: Void OnDeserialization(Object sender)"] = Obsolete,
        ["Dictionary: interface ISerializable"] = Obsolete,
        ["Dictionary: interface IDeserializationCallback"] = Obsolete,
        ["Dictionary: Void GetObjectData(SerializationInfo info, StreamingContext context)"] = Obsolete,
        ["Dictionary: Void OnDeserialization(Object sender)"] = Obsolete,
        ["KeyCollection: new(Dictionary<Char,Int64> dictionary)"] = "the property Keys gives the one view",
        ["ValueCollection: new(Dictionary<Char,Int64> dictionary)"] = "the property Values gives the one view",
    };

    [Fact]
    public void Members_StandardCollections_AreMissingOnlyWhereDocumented()
    {
        string[] missing =
        [
            .. Missing(typeof(List<char>), typeof(ChunkedList<char>)),
            .. Missing(typeof(HashSet<char>), typeof(ChunkedHashSet<char>)),
            .. Missing(typeof(Dictionary<char, long>), typeof(ChunkedDictionary<char, long>)),
        ];

        Assert.Equal(Lines(LeftOut.Keys), Lines(missing));

        static string Lines(IEnumerable<string> members) => string.Join('\n', members.Order(StringComparer.Ordinal));
    }

    private static IEnumerable<string> Missing(Type standard, Type ours)
    {
        var label = standard.Name.Split('`')[0];
        var have = Members(ours).ToHashSet(StringComparer.Ordinal);
        foreach (var member in Members(standard).Where(member => !have.Contains(member))) yield return $"{label}: {member}";
        foreach (var nested in standard.GetNestedTypes())
        {
            // Keys and values share an enumerator, which lies in the base of the two views.
            var own = ours.GetNestedType(nested.Name) is { } direct
                ? Close(direct, ours)
                : Close(ours.BaseType?.GetNestedType(nested.Name), ours.BaseType);
            if (own is null) yield return $"{label}: type {nested.Name}";
            else foreach (var member in Missing(Close(nested, standard)!, own)) yield return member;
        }
    }

    // The alternate look-ups have a parameter of their own.
    private static Type? Close(Type? nested, Type? outer) => nested?.MakeGenericType(
        [
            .. outer!.GetGenericArguments(),
            .. Enumerable.Repeat(typeof(int), nested.GetGenericArguments().Length - outer.GetGenericArguments().Length)
        ]);

    private static IEnumerable<string> Members(Type type)
    {
        const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static;
        var inherited = typeof(object).GetMethods().Concat(typeof(ValueType).GetMethods()).Select(method => method.Name).ToHashSet(
            StringComparer.Ordinal);
        foreach (var @interface in type.GetInterfaces()) yield return $"interface {Word(@interface)}";
        foreach (var constructor in type.GetConstructors()) yield return $"new({Parameters(constructor)})";
        foreach (var property in type.GetProperties(Public))
        {
            var accessors = $"{(property.GetMethod?.IsPublic == true ? " get" : "")}{(property.SetMethod?.IsPublic == true ? " set" : "")}";
            yield return $"{Word(property.PropertyType)} {property.Name}{accessors}";
        }

        foreach (var method in type.GetMethods(Public).Where(method => !method.IsSpecialName && !inherited.Contains(method.Name)))
        {
            yield return $"{Word(method.ReturnType)} {method.Name}({Parameters(method)})";
        }
    }

    private static string Parameters(MethodBase method) =>
        string.Join(", ", method.GetParameters().Select(parameter => $"{Word(parameter.ParameterType)} {parameter.Name}"));

    /// <summary>A type's name without what tells ours from the standard one.</summary>
    private static string Word(Type type)
    {
        if (type.IsByRef) return Word(type.GetElementType()!) + "&";
        if (type.IsArray) return Word(type.GetElementType()!) + "[]";
        var name = type.Name.Split('`')[0].Replace("Chunked", "", StringComparison.Ordinal).Replace("Base", "", StringComparison.Ordinal);
        if (type.IsGenericParameter) return type.GenericParameterPosition.ToString(CultureInfo.InvariantCulture);
        if (!type.IsGenericType || type.IsNested) return name;
        return $"{name}<{string.Join(",", type.GetGenericArguments().Select(Word))}>";
    }
}
