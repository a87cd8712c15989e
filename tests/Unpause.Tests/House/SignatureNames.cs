using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Unpause.Tests.House;

/// <summary>Names in signatures; remembers which types it came past.</summary>
internal sealed class SignatureNames(MetadataReader metadata) : ISignatureTypeProvider<string, object?>
{
    private readonly HashSet<string> _seen = new(StringComparer.Ordinal);

    /// <summary>The types since the last call.</summary>
    public List<string> Seen()
    {
        List<string> seen = [.. _seen];
        _seen.Clear();
        return seen;
    }

    /// <summary>The types that a handle names.</summary>
    public List<string> In(EntityHandle handle)
    {
        if (handle.IsNil) return [];
        _ = NameOf(handle);
        return Seen();
    }

    /// <summary>The full name of a base type.</summary>
    public string Base(EntityHandle handle)
    {
        var name = handle.IsNil ? "" : NameOf(handle);
        _seen.Clear();
        return name;
    }

    /// <summary>The namespace of the outermost type around one.</summary>
    public string Outermost(TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        while (!type.GetDeclaringType().IsNil) type = metadata.GetTypeDefinition(type.GetDeclaringType());
        return metadata.GetString(type.Namespace);
    }

    /// <summary>Everything that a token in an instruction names, the member first.</summary>
    public List<BuiltTarget> Targets(EntityHandle handle)
    {
        var targets = new List<BuiltTarget>();
        switch (handle.Kind)
        {
            case HandleKind.MethodSpecification:
                var generic = metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                targets.AddRange(Targets(generic.Method));
                generic.DecodeSignature(this, null);
                break;
            case HandleKind.MemberReference:
                var reference = metadata.GetMemberReference((MemberReferenceHandle)handle);
                var parent = reference.Parent.Kind == HandleKind.MethodDefinition
                    ? Of(metadata, metadata.GetMethodDefinition((MethodDefinitionHandle)reference.Parent).GetDeclaringType())
                    : NameOf(reference.Parent);
                targets.Add(new(Plain(parent), reference.GetKind() == MemberReferenceKind.Field
                    ? metadata.GetString(reference.Name)
                    : Key(metadata.GetString(reference.Name), reference.DecodeMethodSignature(this, null))));
                break;
            case HandleKind.MethodDefinition:
                var method = metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
                targets.Add(
                    new(Of(metadata, method.GetDeclaringType()), Key(metadata.GetString(method.Name), method.DecodeSignature(this, null))));
                break;
            case HandleKind.FieldDefinition:
                var field = metadata.GetFieldDefinition((FieldDefinitionHandle)handle);
                targets.Add(new(Of(metadata, field.GetDeclaringType()), metadata.GetString(field.Name)));
                break;
            case HandleKind.TypeDefinition or HandleKind.TypeReference or HandleKind.TypeSpecification:
                _ = NameOf(handle);
                break;
        }

        foreach (var type in Seen()) targets.Add(new(type, null));
        return targets;
    }

    public static string Of(MetadataReader reader, TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = reader.GetString(type.Name);
        if (!type.GetDeclaringType().IsNil) return $"{Of(reader, type.GetDeclaringType())}+{name}";
        return type.Namespace.IsNil ? name : $"{reader.GetString(type.Namespace)}.{name}";
    }

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => Note(Of(reader, handle));

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => Note(Of(reader, handle));

    public string GetTypeFromSpecification(
        MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        $"{genericType}<{string.Join(", ", typeArguments)}>";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

    public string GetSZArrayType(string elementType) => elementType + "[]";

    public string GetByReferenceType(string elementType) => "ref " + elementType;

    public string GetPointerType(string elementType) => elementType + "*";

    public string GetPinnedType(string elementType) => elementType;

    public string GetFunctionPointerType(MethodSignature<string> signature) =>
        $"delegate*<{string.Join(", ", signature.ParameterTypes)}, {signature.ReturnType}>";

    public string GetGenericMethodParameter(object? genericContext, int index) => $"!!{index}";

    public string GetGenericTypeParameter(object? genericContext, int index) => $"!{index}";

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => typeCode.ToString();

    private static string Of(MetadataReader reader, TypeReferenceHandle handle)
    {
        var type = reader.GetTypeReference(handle);
        var name = reader.GetString(type.Name);
        if (type.ResolutionScope.Kind == HandleKind.TypeReference) return $"{Of(reader, (TypeReferenceHandle)type.ResolutionScope)}+{name}";
        return type.Namespace.IsNil ? name : $"{reader.GetString(type.Namespace)}.{name}";
    }

    private static string Key(string name, MethodSignature<string> signature) =>
        name.StartsWith("get_", StringComparison.Ordinal) || name.StartsWith("set_", StringComparison.Ordinal)
            ? name
            : $"{name}({string.Join(", ", signature.ParameterTypes)})";

    private static string Plain(string name) =>
        name.IndexOf('<', StringComparison.Ordinal) is > 0 and var at && name.Contains('`', StringComparison.Ordinal)
        && name.IndexOf('`', StringComparison.Ordinal) < at ? name[..at] : name;

    private string NameOf(EntityHandle handle) => handle.Kind switch
    {
        HandleKind.TypeDefinition => GetTypeFromDefinition(metadata, (TypeDefinitionHandle)handle, 0),
        HandleKind.TypeReference => GetTypeFromReference(metadata, (TypeReferenceHandle)handle, 0),
        HandleKind.TypeSpecification => GetTypeFromSpecification(metadata, null, (TypeSpecificationHandle)handle, 0),
        _ => "",
    };

    private string Note(string name)
    {
        _seen.Add(name);
        return name;
    }
}
